import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { LONGEST_AWAY } from '../../../contract/changes/changes.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { findSessions } from '../../auth/findSession.ts';
import type { Following } from '../../database/commits.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { missedLists } from '../../http/lists/missedLists.ts';
import { OpenStreams } from './openStreams.ts';
import { readsOf } from '../../http/lists/staleReads.ts';
import type { ChangeStream } from './stream.ts';
import { tooManyOfAPerson } from './streamShares.ts';

/** How many streams a person may open in a minute. */
const MOST_IN_A_MINUTE = 30;

// In milliseconds.

/** After this silence a comment is written, and how often that is looked at: together less than 25 seconds. */
const SILENCE = 19_000;
const LOOK_EVERY = 5_000;
/** How often all sessions are looked up again: they also end by time, and a message can be lost. */
const RECHECK_EVERY = 30_000;
const A_MINUTE = 60_000;

/** The route that tells which reads became stale. */
export function changes(app: FastifyInstance): void {
  const { database } = app.context;
  /** The people whose sessions are looked up, and whether something changed about them meanwhile. */
  const checking = new Map<number, 'once' | 'again'>();
  const streams = new OpenStreams((userId) => void recheckPerson(userId));
  const openedByPerson = new Map<number, number>();
  let following: Following | undefined;
  let timers: NodeJS.Timeout[] = [];

  new Gauge({
    name: 'porchlight_change_streams',
    help: 'Open streams of this process that tell apps which reads became stale.',
    registers: [app.metricsRegistry],
    collect() {
      this.set(streams.size);
    },
  });

  /** Streams whose sessions could not be looked up stay on hold until all sessions are looked up again. */
  async function recheck(of: () => ChangeStream[], isCurrent = () => true): Promise<void> {
    try {
      const checked = of();
      const sessions = await findSessions(
        app,
        checked.map(({ session }) => session.id),
      );
      for (const [id, { user }] of sessions) {
        if (user.must_change_password || user.must_add_second_factor) sessions.delete(id);
      }
      if (isCurrent()) streams.renew(checked, sessions);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) app.log.error(error, 'could not look up sessions again');
    }
  }

  async function recheckPerson(userId: number): Promise<void> {
    if (checking.has(userId)) {
      checking.set(userId, 'again');
      return;
    }
    do {
      checking.set(userId, 'once');
      await recheck(
        () => streams.of(userId),
        () => checking.get(userId) === 'once',
      );
    } while (checking.get(userId) === 'again');
    checking.delete(userId);
  }

  /** From the first stream on, so that nothing is followed where nobody looks. */
  function follow(): Promise<void> {
    following ??= database.follow({
      onChange: (list, scopes) => streams.notify(list, scopes),
      onGap: () => streams.notifyGap(),
    });
    if (timers.length === 0) {
      timers = [
        setInterval(() => {
          for (const stream of streams.list()) stream.keepAlive(SILENCE);
        }, LOOK_EVERY),
        setInterval(
          () => void recheck(() => streams.list().filter(({ session }) => !checking.has(session.user.id))),
          RECHECK_EVERY,
        ),
        setInterval(() => openedByPerson.clear(), A_MINUTE),
      ];
    }
    return following.started;
  }

  /** @throws {ApiError} 429 or 503 */
  function refuseTooMany(user: User): void {
    const opened = (openedByPerson.get(user.id) ?? 0) + 1;
    if (opened > MOST_IN_A_MINUTE) throw tooManyOfAPerson();
    const refusal = streams.refusalFor(user);
    if (refusal) throw refusal;
    openedByPerson.set(user.id, opened);
  }

  registerRoute(app, routes.followChanges, async ({ user, sessionId, query, sql, request, reply }) => {
    reply.header('Cache-Control', 'no-store, no-transform');
    // nginx and others otherwise wait for more of it: https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
    reply.header('X-Accel-Buffering', 'no');
    if (request.method === 'HEAD') return Readable.from([]);
    await follow();
    refuseTooMany(user);
    const stream = streams.open({ id: sessionId, user });
    const { away = 0 } = query;
    if (away >= LONGEST_AWAY) stream.notifyAll();
    else if (away > 0) stream.notify((await missedLists(sql, stream.scopes, away)).flatMap(readsOf));
    return stream.body;
  });

  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    following?.stop();
    streams.endAll();
  });
}
