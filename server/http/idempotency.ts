import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Route } from '../../contract/route.ts';
import type { User } from '../../contract/user.ts';
import { parameter, type Database, type Sql } from '../database/database.ts';
import { ApiError } from './apiError.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** How long a key's answer is kept, in days. */
const KEY_DAYS = 90;

export interface Change {
  user: User | undefined;
  route: Route;
  key: string | undefined;
  input: { params: unknown; query: unknown; body: unknown; files: { sha256: string }[] };
}

export interface Given {
  text: string;
  /** Whether the change had been made before and this is the answer that was given then. */
  replayed: boolean;
}

/** @throws {ApiError} 400 for a key that is no UUID */
export function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !UUID.test(key)) throw new ApiError(400, 'Idempotency-Key must be a UUID.');
  return key.toLowerCase();
}

/**
 * Makes a change once. Change, key and answer commit in one transaction; a second request with the key waits
 * for the first at the key's unique constraint and is given its answer.
 * @throws {ApiError} 422 where the key was used for something else
 */
export async function answerOnce(
  database: Database,
  change: Change,
  make: (sql: Sql) => Promise<unknown>,
): Promise<Given> {
  const { user, key } = change;
  return database.transaction(async (sql) => {
    if (!key || !user) return { text: JSON.stringify(await make(sql)), replayed: false };
    const name = nameOf(change.route);
    const [claimed] = await sql`
      insert into idempotency_keys (user_id, route, key, request_digest)
      values (${user.id}, ${name}, ${key}, ${digestOf(change.input)})
      on conflict do nothing returning key`;
    if (!claimed) {
      const earlier = await answerBefore(sql, change);
      if (!earlier) throw new Error('The key was taken and is not there.');
      return earlier;
    }
    const text = JSON.stringify(await make(sql));
    await sql`
      update idempotency_keys set status = ${change.route.status ?? 200}, answer = ${text}
      where user_id = ${user.id} and route = ${name} and key = ${key}`;
    return { text, replayed: false };
  });
}

/**
 * The part of a prepared statement that lays by its `answer` under the key of `asking`, both of them parts as well. Where the key
 * was used before it fails, and the whole statement with it.
 */
export function keeping(route: Route): Part {
  const key = parameter((change: Pick<Change, 'key'>) => change.key);
  const digest = parameter(({ input }: Pick<Change, 'input'>) => digestOf(input));
  return sqlTag`, kept as (
    insert into idempotency_keys (user_id, route, key, request_digest, status, answer)
    select asking.id, ${nameOf(route)}, ${key}, ${digest}, ${route.status ?? 200}, answer.text
    from asking, answer)`;
}

/**
 * The answer that this key was given before, if it was.
 * @throws {ApiError} 422 where the key was used for something else
 */
export async function answerBefore(
  sql: Sql,
  { user, key, route, input }: Change,
): Promise<Given | undefined> {
  if (!key || !user) return undefined;
  const [earlier] = await sql<{ same: boolean; answer: string }>`
    select request_digest = ${digestOf(input)} as same, answer from idempotency_keys
    where user_id = ${user.id} and route = ${nameOf(route)} and key = ${key}`;
  if (!earlier) return undefined;
  if (!earlier.same) throw new ApiError(422, 'This Idempotency-Key was already used for another request.');
  return { text: earlier.answer, replayed: true };
}

function nameOf(route: Route): string {
  return `${route.method} ${route.path}`;
}

/** What makes two requests the same: their parsed content and their photos, not how they were framed. */
function digestOf({ params, query, body, files }: Change['input']): Buffer {
  const content = canonical({ params, query, body, photos: files.map((file) => file.sha256) });
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, canonical(part)]));
}

/** Forgets keys past their time, so that the table does not grow for ever. */
export async function forgetOldKeys(database: Database): Promise<void> {
  await database.sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${KEY_DAYS})`;
}
