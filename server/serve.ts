import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  API_PREFIX,
  fromFields,
  type Answer,
  type Body,
  type Params,
  type Query,
  type Route,
} from '../contract/route.ts';
import { fieldsOf } from '../contract/failure.ts';
import { routes } from '../contract/routes.ts';
import { Moment } from '../contract/text.ts';
import type { User } from '../contract/user.ts';
import type { Sql } from './database.ts';
import { answerBefore, answerOnce, readKey, type Change, type Given } from './idempotency.ts';
import { readMultipart, type Received, type ReceivedFile } from './multipart.ts';
import { claimPhotos } from './photos/announced.ts';
import { discardPhotos, storePhotos, type StoredPhoto } from './photos/received.ts';
import { asJsonList, ReadyJson } from './readyJson.ts';
import { Refusal } from './refusal.ts';
import { refuseOneTime, whoAsks } from './session.ts';

export interface Call<R extends Route> {
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  photos: StoredPhoto[];
  /** Who asks; for a route that anyone may call, only its handler looks. */
  user: R['who'] extends 'anyone' ? undefined : User;
  sessionId: R['who'] extends 'anyone' ? undefined : string;
  /** The rows of the query that was run along with looking up who asks, where there is one. */
  along: ReadyJson | undefined;
  /** When the person acted: the outbox's `Captured-At`, at most 30 days back, else now. */
  capturedAt: Date;
  /** The transaction that the change, its key and its answer share; a plain connection for a GET. */
  sql: Sql;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A list may be answered as JSON that the database has built. */
type Handled<R extends Route> = Answer<R> | (R['method'] extends 'GET' ? ReadyJson : never);
type Handler<R extends Route> = (call: Call<R>) => Promise<Handled<R>>;

interface Options {
  /** `none` for a handler that must commit something even as it refuses, such as a failed sign-in. */
  transaction?: 'none';
  /** A query that may refer to the one who asks as `users`, run in the statement that looks them up. */
  along?: Part;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000;

/** Serves one route of the contract: who may, validation, transaction, key, answer. */
export function serve<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R>,
  options: Options = {},
): void {
  const { database, configuration } = app.house;

  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    handler: async (request, reply) => {
      const asking = await admit(app, route, request, options.along);
      const key = readKey(request);
      const capturedAt = readCapturedAt(request);
      const received = await readMultipart(route.multipart, request, () =>
        app.allowances.beginUpload(asking?.user),
      );
      try {
        const input = readInput(route, request, received);
        const run = async (sql: Sql, photos: StoredPhoto[]): Promise<unknown> => {
          const { user, sessionId, along } = asking ?? {};
          const call = { ...input, photos, user, sessionId, along, capturedAt, sql, request, reply };
          // The table's types say what parsing by it has made sure of.
          const answer: unknown = await handler(call as unknown as Call<R>);
          return checked(answer);
        };

        reply.code(route.status ?? 200);
        if (route.produces) reply.type(route.produces);
        if (route.method === 'GET' || options.transaction === 'none') {
          const answer = await run(database.sql, []);
          if (!(answer instanceof ReadyJson)) return answer;
          reply.type(JSON_TYPE);
          return answer.text;
        }

        const given = await change(app, { user: asking?.user, route, key, input }, run);
        if (given.replayed) reply.header('Idempotency-Replayed', 'true');
        reply.type(JSON_TYPE);
        return given.text;
      } finally {
        received.letGo();
      }
    },
  });

  function checked(answer: unknown): unknown {
    if (route.produces) return answer;
    // In production the database's own types are trusted for long lists, which cost milliseconds to check.
    if (configuration.production && Array.isArray(answer)) return answer;
    if (answer instanceof ReadyJson) {
      // In production its query is trusted, as long lists are.
      if (!configuration.production) route.answer.parse(JSON.parse(answer.text));
      return answer;
    }
    return route.answer.parse(answer);
  }
}

/** Serves a list that is one query, which may refer to the one who asks as `users`. */
export function serveList(app: FastifyInstance, route: Route & { method: 'GET' }, query: Part): void {
  const handler = async ({ along }: Call<Route>) => {
    if (!along) throw new Error(`${route.path} was not read along with who asks.`);
    return along;
  };
  serve(app, route, handler, { along: query });
}

/** Makes a change once, its photos stored before its transaction begins, so that this stays short. */
async function change(
  app: FastifyInstance,
  asked: Change & { input: { files: ReceivedFile[] } },
  run: (sql: Sql, photos: StoredPhoto[]) => Promise<unknown>,
): Promise<Given> {
  const { house } = app;
  const { files } = asked.input;
  // Decoding photos is the dear part, so a repeated request is spared it.
  const before = files.length > 0 ? await answerBefore(house.database.sql, asked) : undefined;
  if (before) return before;

  await app.allowances.spendPhotos(house.database.sql, asked.user, files.length);
  const photos = files.length > 0 ? await storePhotos(house, files) : [];
  const ids = photos.map(({ id }) => id);
  const progress = { made: false };
  try {
    const given = await answerOnce(house.database, asked, async (sql) => {
      progress.made = false;
      await app.allowances.spendChange(sql, asked.user);
      await claimPhotos(sql, ids);
      const answer = await run(sql, photos);
      progress.made = true;
      return answer;
    });
    if (given.replayed) await discardPhotos(house, ids);
    return given;
  } catch (error) {
    // Once made, a change may have been committed although word of it was lost: then its photos must stay.
    if (!progress.made) await discardPhotos(house, ids);
    throw error;
  }
}

async function admit(app: FastifyInstance, route: Route, request: FastifyRequest, along?: Part) {
  if (route.who === 'anyone') return undefined;
  const list = along && asJsonList(along);
  // What only managers may read is read for nobody else.
  const onlyTheirs =
    list && route.who === 'manager' ? sqlTag`case when users.is_manager then (${list}) end` : list;
  const asking = await whoAsks(app, request, onlyTheirs);
  if (!asking) throw new Refusal(401, route.signIn ?? 'Please sign in to go on.');
  if (route.path !== routes.changePassword.path) refuseOneTime(asking.user);
  if (route.who === 'manager' && !asking.user.is_manager) {
    throw new Refusal(403, "You don't have permission to do this.");
  }
  return asking;
}

function readCapturedAt(request: FastifyRequest): Date {
  const now = Date.now();
  const header = request.headers['captured-at'];
  if (header === undefined) return new Date(now);
  const moment = Moment.safeParse(header);
  if (!moment.success) {
    throw new Refusal(400, 'Captured-At must be a date and time in ISO 8601, with its offset.');
  }
  const time = Date.parse(moment.data);
  return new Date(Math.min(now, Math.max(time, now - THIRTY_DAYS)));
}

function readInput(route: Route, request: FastifyRequest, { files, fields }: Received) {
  let body: unknown = request.body;
  if (route.multipart && fields) {
    try {
      body = fromFields(route.multipart, fields);
    } catch {
      throw new Refusal(400, `${route.multipart.json.join(' and ')} must be JSON.`);
    }
  }
  return {
    params: parse(route.params, request.params, 404),
    query: parse(route.query, request.query, 400),
    body: parse(route.body, body ?? {}, 400),
    files,
  };
}

function parse(schema: Route['body'], value: unknown, status: 400 | 404): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = fieldsOf(parsed.error);
  // A body as a whole mostly has no words of its own; a list does.
  const wordless = fields['']?.startsWith('Invalid input');
  const message = wordless ? 'The body is not what this call takes.' : Object.values(fields)[0];
  throw new Refusal(status, message ?? 'This is not valid.', status === 400 ? { fields } : {});
}
