import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PREFIX, filesOfForm, type Route } from '../../contract/http/route.ts';
import { routes } from '../../contract/routes.ts';
import { secondFactorRoutes } from '../../contract/sessions/secondFactorRoutes.ts';
import { authenticate, type Session } from '../auth/findSession.ts';
import { refuseMissingSecondFactor, refuseOneTimePassword } from '../auth/unfinishedAccount.ts';
import type { Sql } from '../database/database.ts';
import type { StoredPhoto } from '../photos/uploads.ts';
import { ApiError } from './apiError.ts';
import { RawJson } from './answers/rawJson.ts';
import type { AskedCall, Call, Handler, PreparedHandler, RouteOptions } from './call.ts';
import { runClaimed } from './claimedKeys.ts';
import type { KeyedRequest } from './idempotency.ts';
import { parseRequest } from './input/parseRequest.ts';
import { nameStaleReads } from './lists/nameStaleReads.ts';
import { runChange } from './runChange.ts';

/**
 * The longest body of a call that anyone may make, in bytes: twice the longest that one of them takes. It is read before anybody
 * is known.
 */
export const OPEN_BODY_LIMIT = 16 * 1024;

/** What a manager can call before they have set up the second factor that they must have. */
const BEFORE_SECOND_FACTOR: readonly string[] = [
  routes.changePassword,
  ...Object.values(secondFactorRoutes),
].map(({ path }) => path);

const JSON_TYPE = 'application/json; charset=utf-8';

type Steps<R extends Route, Prepared> = Pick<PreparedHandler<R, Prepared>, 'handle'> &
  Partial<PreparedHandler<R, Prepared>>;

/**
 * Registers one route of the contract. Each call is authenticated, authorized and parsed by the contract before the
 * handler runs. A change claims its key before the handler and stores its answer after it, in one transaction.
 */
export function registerRoute<R extends Route, Prepared = undefined>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R> | PreparedHandler<R, Prepared>,
  options: RouteOptions = {},
): void {
  const { database, configuration } = app.context;
  const bodyLimit = options.bodyLimit ?? (route.who === 'anyone' ? OPEN_BODY_LIMIT : undefined);
  const { prepare, discard, handle, keyedBy }: Steps<R, Prepared> =
    typeof handler === 'function' ? { handle: handler as Steps<R, Prepared>['handle'] } : handler;
  // Elsewhere it would be left out without a word.
  if (prepare && (route.method === 'GET' || options.transaction))
    throw new Error(`${route.method} ${route.path} has no transaction that a step comes before.`);

  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { takesForm: route.multipart !== undefined },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    handler: async (request, reply) => {
      const first = route.who === 'anyone' ? undefined : await authorize(app, route, request);
      const wasSentWhole = request.raw.complete;
      const { key, capturedAt, input, release } = await parseRequest(route, request, {
        user: first?.user,
        turns: options.turns,
      });
      try {
        // A form takes up to minutes, in which its session may end; one that had arrived by then took none.
        const isLate = route.multipart && !wasSentWhole;
        const session = first && isLate ? await authorize(app, route, request) : first;
        const keyed: KeyedRequest = {
          user: session?.user,
          route,
          key: route.unkeyed ? undefined : key,
          input,
        };
        const asked = {
          ...input,
          files: route.multipart && filesOfForm(route.multipart) !== 'photos' ? input.files : [],
          user: session?.user,
          sessionId: session?.id,
          request,
          reply,
        };
        let later: (() => void | Promise<void>)[] = [];
        const afterCommit = (work: (typeof later)[number]) => void later.push(work);
        const run = async (step: { sql: Sql; photos?: StoredPhoto[]; [name: string]: unknown }) => {
          // A transaction may be run again.
          later = [];
          const call = { ...asked, photos: [], capturedAt, key, afterCommit, ...step };
          // The schemas of the route have given the input these types.
          return checked(await handle(call as unknown as Call<R> & { prepared: Prepared }));
        };
        const answer = async (): Promise<unknown> => {
          if (route.method === 'GET' || options.transaction === 'none') {
            const answered = await run({ sql: database.sql });
            for (const work of later) await work();
            return answered instanceof RawJson ? answered.text : answered;
          }
          const { text, replayed } =
            options.transaction === 'steps'
              ? await runClaimed(database, keyed, (changeId) => run({ sql: database.sql, changeId }))
              : await runChange(app, keyed, {
                  ...(prepare ? { prepare: () => prepare(asked as unknown as AskedCall<R>) } : {}),
                  ...(discard ? { discard: (prepared) => discard(prepared as Prepared) } : {}),
                  keyedBy,
                  run,
                  spendsQuota: options.spendsQuota ?? true,
                });
          if (replayed) reply.header('Idempotency-Replayed', 'true');
          else for (const work of later) await work();
          return route.produces ? (JSON.parse(text) as string) : text;
        };
        reply.code(route.status ?? 200).type(route.produces ?? JSON_TYPE);
        const answered = await (options.turns ? options.turns.run(answer) : answer());
        if (route.method !== 'GET' && session) await nameStaleReads(app, session.user, request, reply);
        return answered;
      } finally {
        release();
      }
    },
  });

  /** Parses an answer by the route's schema. In production, lists are trusted: checking a long one takes milliseconds. */
  function checked(answer: unknown): unknown {
    const isList = answer instanceof RawJson || Array.isArray(answer);
    if (route.produces || (isList && configuration.production)) return answer;
    if (!(answer instanceof RawJson)) return route.answer.parse(answer);
    route.answer.parse(JSON.parse(answer.text));
    return answer;
  }
}

/** @throws {ApiError} 401 for someone who is not signed in, 403 for someone who may not make this call */
async function authorize(app: FastifyInstance, route: Route, request: FastifyRequest): Promise<Session> {
  const session = await authenticate(app, request);
  if (!session) throw new ApiError(401, route.signIn ?? 'Please sign in to go on.');
  if (route.path !== routes.changePassword.path) refuseOneTimePassword(session.user);
  if (!BEFORE_SECOND_FACTOR.includes(route.path)) refuseMissingSecondFactor(session.user);
  if (route.who === 'manager' && !session.user.is_manager) {
    throw new ApiError(403, "You don't have permission to do this.");
  }
  return session;
}
