import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sql as Part } from 'sql-template-tag';
import { CHANGED_ROWS_STATUS, changedRowsOf } from '../../contract/changes/changedRows.ts';
import {
  API_PREFIX,
  type Answer,
  type Body,
  type Params,
  type Query,
  type Route,
} from '../../contract/http/route.ts';
import { routes } from '../../contract/routes.ts';
import { secondFactorRoutes } from '../../contract/sessions/secondFactorRoutes.ts';
import type { User } from '../../contract/users/user.ts';
import { photoQuota } from '../auth/newcomers.ts';
import { spendQuota } from '../auth/rateLimits.ts';
import { authenticate, type Session } from '../auth/sessions.ts';
import { refuseMissingSecondFactor, refuseOneTimePassword } from '../auth/unfinishedAccount.ts';
import type { Sql } from '../database/database.ts';
import { confirmUploads } from '../photos/pendingUploads.ts';
import { discardPhotos, storePhotos, type StoredPhoto } from '../photos/uploads.ts';
import { ApiError } from './apiError.ts';
import { runClaimed } from './claimedKeys.ts';
import { findStoredAnswer, runOnce, type KeyedRequest, type StoredAnswer } from './idempotency.ts';
import { parseRequest } from './input/parseRequest.ts';
import type { ReceivedFile } from './input/receivedFile.ts';
import { NOT_MODIFIED, RawJson } from './answers/rawJson.ts';

export interface Call<R extends Route> {
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  /** The photos of a form with photos, which are stored already. */
  photos: StoredPhoto[];
  /** The files of a form with sheets. */
  sheets: readonly ReceivedFile[];
  /** The user who makes the call; undefined on a route for anyone, whose handler authenticates itself. */
  user: R['who'] extends 'anyone' ? undefined : User;
  sessionId: R['who'] extends 'anyone' ? undefined : string;
  /** When the user acted, as SQL: the outbox's `Captured-At`, at most 30 days back and not in the future, or now. */
  capturedAt: Part;
  /** The Idempotency-Key, where the request has one. */
  key: string | undefined;
  /** The transaction that the change, its key and its answer share; a plain connection for a GET and without a transaction. */
  sql: Sql;
  /** For a handler without a transaction: makes its change in one that the key and the answer share, and returns that answer. */
  once: (change: (sql: Sql) => Promise<Answer<R>>) => Promise<Answer<R>>;
  /** For a change in steps: the same each time that it is made under its key. */
  changeId: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A GET may answer JSON that the database built. */
type Handled<R extends Route> = Answer<R> | (R['method'] extends 'GET' ? RawJson : never);
type Handler<R extends Route> = (call: Call<R>) => Promise<Handled<R>>;

interface Options {
  /**
   * `none` for a handler that does something before its change or commits something even if it refuses, such as a failed sign-in:
   * it makes its change by `once`, unless its route keeps no key. `steps` for one that asks another program between its changes,
   * such as the card provider: made twice with one `changeId` it must go on with what it began.
   */
  transaction?: 'none' | 'steps';
  /** The longest body, in bytes, where another one than other calls of its kind take. */
  bodyLimit?: number;
}

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

/**
 * Registers one route of the contract. Each call is authenticated, authorized and parsed by the contract before the
 * handler runs. A change claims its key before the handler and stores its answer after it, in one transaction.
 */
export function registerRoute<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R>,
  options: Options = {},
): void {
  const { database, configuration } = app.context;
  const bodyLimit = options.bodyLimit ?? (route.who === 'anyone' ? OPEN_BODY_LIMIT : undefined);

  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { takesForm: route.multipart !== undefined },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    handler: async (request, reply) => {
      const first = route.who === 'anyone' ? undefined : await authorize(app, route, request);
      const { key, capturedAt, input, release } = await parseRequest(route, request, first?.user);
      try {
        // A form takes up to minutes, in which its session may end.
        const session = first && route.multipart ? await authorize(app, route, request) : first;
        const keyed: KeyedRequest = { user: session?.user, route, key, input };
        const textOf = ({ text, replayed }: StoredAnswer): string => {
          if (replayed) reply.header('Idempotency-Replayed', 'true');
          return text;
        };
        const run = async (sql: Sql, photos: StoredPhoto[], changeId?: string): Promise<unknown> => {
          const call = {
            ...input,
            photos,
            sheets: route.multipart?.sheets ? input.files : [],
            user: session?.user,
            sessionId: session?.id,
            capturedAt,
            key,
            sql,
            once: async (work: (own: Sql) => Promise<unknown>): Promise<unknown> =>
              JSON.parse(textOf(await runOnce(database, keyed, work))),
            changeId,
            request,
            reply,
          };
          // The schemas of the route have given the input these types.
          return checked(await handler(call as unknown as Call<R>), reply.statusCode);
        };
        reply.code(route.status ?? 200).type(route.produces ?? JSON_TYPE);
        if (route.method === 'GET' || options.transaction === 'none') {
          const answer = await run(database.sql, []);
          if (answer === NOT_MODIFIED) return await reply.code(304).send();
          return answer instanceof RawJson ? answer.text : answer;
        }
        if (options.transaction === 'steps') {
          return textOf(await runClaimed(database, keyed, (changeId) => run(database.sql, [], changeId)));
        }
        return textOf(await change(app, keyed, run));
      } finally {
        release();
      }
    },
  });

  /** Parses an answer by the route's schema. In production, lists are trusted: checking a long one takes milliseconds. */
  function checked(answer: unknown, status: number): unknown {
    if (answer === NOT_MODIFIED) return answer;
    const isList = answer instanceof RawJson || Array.isArray(answer);
    if (route.produces || (isList && configuration.production)) return answer;
    if (!(answer instanceof RawJson)) return route.answer.parse(answer);
    const schema = status === CHANGED_ROWS_STATUS ? changedRowsOf(route) : route.answer;
    schema.parse(JSON.parse(answer.text));
    return answer;
  }
}

/** Runs a change once. Its photos are stored before its transaction begins, so that the transaction stays short. */
async function change(
  app: FastifyInstance,
  request: KeyedRequest,
  run: (sql: Sql, photos: StoredPhoto[]) => Promise<unknown>,
): Promise<StoredAnswer> {
  const { context } = app;
  const files = request.route.multipart?.photos ? request.input.files : [];
  // Looked up first, so that a repeated request does not decode its photos again.
  const earlier = files.length > 0 ? await findStoredAnswer(context.database.sql, request) : undefined;
  if (earlier) return earlier;

  const { CHANGES_PER_RESIDENT } = context.configuration;
  const quota = photoQuota(context.configuration, request.user, files.length);
  await spendQuota(context.database.sql, request.user, quota);
  const photos = files.length > 0 ? await storePhotos(context, files, request.user) : [];
  const ids = photos.map(({ id }) => id);
  const progress = { finished: false };
  try {
    const answer = await runOnce(context.database, request, async (sql) => {
      progress.finished = false;
      await spendQuota(sql, request.user, { kind: 'changes', most: CHANGES_PER_RESIDENT, count: 1 });
      await confirmUploads(sql, ids);
      const result = await run(sql, photos);
      progress.finished = true;
      return result;
    });
    if (answer.replayed) await discardPhotos(context, ids);
    return answer;
  } catch (error) {
    // The change may have been committed although the connection was lost; then its photos must stay.
    if (!progress.finished) await discardPhotos(context, ids);
    throw error;
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
