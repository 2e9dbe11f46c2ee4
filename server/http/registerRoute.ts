import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  API_PREFIX,
  type Answer,
  type Body,
  type Params,
  type Query,
  type Route,
} from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import type { User } from '../../contract/user.ts';
import { addingAtOnce, type Adding, type From } from './adding.ts';
import { bearerOf } from '../auth/accessToken.ts';
import { parameter, type Sql } from '../database/database.ts';
import { answerBefore, answerOnce, type Change, type Given } from './idempotency.ts';
import { claimPhotos } from '../photos/pendingUploads.ts';
import { discardPhotos, storePhotos, type StoredPhoto } from '../photos/uploads.ts';
import { asJson, RawJson } from './rawJson.ts';
import { ApiError } from './apiError.ts';
import { isShort, receive, type Sent } from './parseRequest.ts';
import { refuseOneTime, whoAsksWith, type Asking } from '../auth/sessions.ts';

export interface Call<R extends Route> {
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  photos: StoredPhoto[];
  /** Who asks; for a route that anyone may call, only its handler looks. */
  user: R['who'] extends 'anyone' ? undefined : User;
  sessionId: R['who'] extends 'anyone' ? undefined : string;
  /** The texts of the query that was run along with looking up who asks, where there is one. */
  along: string[];
  /** When the person acted: the outbox's `Captured-At`, at most 30 days back, else now. */
  capturedAt: Date;
  /** The transaction that the change, its key and its answer share; a plain connection for a GET. */
  sql: Sql;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A list may be answered as JSON already. */
type Handled<R extends Route> = Answer<R> | (R['method'] extends 'GET' ? RawJson : never);
type Handler<R extends Route> = (call: Call<R>) => Promise<Handled<R>>;

interface Options<R extends Route> {
  /** `none` for a handler that must commit something even as it refuses, such as a failed sign-in. */
  transaction?: 'none';
  /** A query of texts that may refer to the one who asks as `users`, run in the statement that looks them up. */
  along?: Part;
  /** For what adds one record: its parts. They are made at once where they can be, and else by the handler. */
  adding?: (from: From<Pick<Call<R>, 'params' | 'body' | 'capturedAt'>>) => Adding;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Serves one route of the contract: who may, validation, transaction, key, answer. */
export function registerRoute<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R>,
  options: Options<R> = {},
): void {
  const { database, configuration } = app.context;
  const admit = admission(app, route, options.along);
  const addAtOnce = options.adding && addingAtOnce(app, route, options.adding(parameter));

  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    handler: async (request, reply) => {
      // What is made at once finds by the way whether its bearer may make it.
      const bearer = addAtOnce && isShort(request) ? bearerOf(app, request) : undefined;
      const known = bearer ? undefined : await admit(request);
      // A session that may be over by now must not take the places of its user.
      const whose = bearer?.sessionId ?? known?.user.id;
      const sent = await receive(app, route, request, whose).catch(async (error: unknown) => {
        // Whoever may not do this at all is told so first.
        if (bearer) await admit(request);
        throw error;
      });
      try {
        const { key, capturedAt, input } = sent;
        reply.code(route.status ?? 200);
        if (addAtOnce && bearer && input.files.length === 0) {
          const answer = await addAtOnce({ key, capturedAt, input, ...input, ...bearer });
          if (answer) return ready(reply, checked(answer));
        }

        const { user, sessionId, along = [] } = known ?? (await admit(request)) ?? {};
        const run = async (sql: Sql, photos: StoredPhoto[]): Promise<unknown> => {
          const call = { ...input, photos, user, sessionId, along, capturedAt, sql, request, reply };
          // The table's types say what parsing by it has made sure of.
          const answer: unknown = await handler(call as unknown as Call<R>);
          return checked(answer);
        };
        if (route.produces) reply.type(route.produces);
        if (route.method === 'GET' || options.transaction === 'none') {
          return ready(reply, await run(database.sql, []));
        }
        const given = await change(app, { user, route, key, input }, run);
        if (given.replayed) reply.header('Idempotency-Replayed', 'true');
        reply.type(JSON_TYPE);
        return given.text;
      } finally {
        sent.letGo();
      }
    },
  });

  function checked(answer: unknown): unknown {
    if (route.produces) return answer;
    // In production the database's own types are trusted for long lists, which cost milliseconds to check.
    if (configuration.production && Array.isArray(answer)) return answer;
    if (answer instanceof RawJson) {
      // In production its query is trusted, as long lists are.
      if (!configuration.production) route.answer.parse(JSON.parse(String(answer.payload)));
      return answer;
    }
    return route.answer.parse(answer);
  }
}

/** An answer as it goes to the one who asked: what is JSON already is sent as it is. */
function ready(reply: FastifyReply, answer: unknown): unknown {
  if (!(answer instanceof RawJson)) return answer;
  reply.type(JSON_TYPE);
  return answer.payload;
}

/** Serves a list that is one query, which may refer to the one who asks as `users`. */
export function registerListRoute(app: FastifyInstance, route: Route & { method: 'GET' }, query: Part): void {
  registerRoute(app, route, ({ along }) => Promise.resolve(RawJson.list(along)), { along: asJson(query) });
}

/** Makes a change once, its photos stored before its transaction begins, so that this stays short. */
async function change(
  app: FastifyInstance,
  asked: Change & { input: Sent['input'] },
  run: (sql: Sql, photos: StoredPhoto[]) => Promise<unknown>,
): Promise<Given> {
  const { context } = app;
  const { files } = asked.input;
  // Decoding photos is the dear part, so a repeated request is spared it.
  const before = files.length > 0 ? await answerBefore(context.database.sql, asked) : undefined;
  if (before) return before;

  await app.allowances.spendPhotos(context.database.sql, asked.user, files.length);
  const photos = files.length > 0 ? await storePhotos(context, files) : [];
  const ids = photos.map(({ id }) => id);
  const progress = { made: false };
  try {
    const given = await answerOnce(context.database, asked, async (sql) => {
      progress.made = false;
      await app.allowances.spendChange(sql, asked.user);
      await claimPhotos(sql, ids);
      const answer = await run(sql, photos);
      progress.made = true;
      return answer;
    });
    if (given.replayed) await discardPhotos(context, ids);
    return given;
  } catch (error) {
    // Once made, a change may have been committed although word of it was lost: then its photos must stay.
    if (!progress.made) await discardPhotos(context, ids);
    throw error;
  }
}

/** Prepares finding out whether who makes a request may. @throws {ApiError} where they may not */
function admission(app: FastifyInstance, route: Route, along?: Part) {
  if (route.who === 'anyone') return () => Promise.resolve(undefined);
  // What only managers may read is read for nobody else.
  const onlyTheirs =
    along && route.who === 'manager'
      ? sqlTag`select * from (${along}) as theirs where users.is_manager`
      : along;
  const whoAsks = whoAsksWith(app, onlyTheirs);
  return async (request: FastifyRequest): Promise<Asking> => {
    const asking = await whoAsks(request);
    if (!asking) throw new ApiError(401, route.signIn ?? 'Please sign in to go on.');
    if (route.path !== routes.changePassword.path) refuseOneTime(asking.user);
    if (route.who === 'manager' && !asking.user.is_manager) {
      throw new ApiError(403, "You don't have permission to do this.");
    }
    return asking;
  };
}
