import { createHash } from 'node:crypto';
import type { Route } from '../../contract/http/route.ts';
import type { User } from '../../contract/users/user.ts';
import type { Database, Sql } from '../database/database.ts';
import { ApiError } from './apiError.ts';
import type { ParsedInput } from './input/parseRequest.ts';

/** How long the answer of a key is stored, in days. */
const KEY_DAYS = 90;

/** A requested change. A key identifies it for one user, route and input. */
export interface KeyedRequest {
  user: User | undefined;
  route: Route;
  key: string | undefined;
  input: ParsedInput;
}

export interface StoredAnswer {
  /** JSON. */
  text: string;
  /** Whether the answer is the stored one of an earlier request. */
  replayed: boolean;
}

/**
 * Runs a change once. Change, key and answer commit in one transaction. A second request with the key waits for the
 * first at the key's unique constraint, and gets its answer.
 * @throws {ApiError} 422 where the key was used for another request
 */
export async function runOnce(
  database: Database,
  request: KeyedRequest,
  work: (sql: Sql) => Promise<unknown>,
): Promise<StoredAnswer> {
  const { user, key, route, input } = request;
  return database.transaction(async (sql) => {
    if (!key || !user) return { text: JSON.stringify(await work(sql)), replayed: false };
    const [claimed] = await sql`
      insert into idempotency_keys (user_id, route, key, request_digest)
      values (${user.id}, ${nameOf(route)}, ${key}, ${digestOf(route, input)})
      on conflict do nothing returning key`;
    if (!claimed) {
      const earlier = await findStoredAnswer(sql, request);
      if (!earlier) throw new Error('The key was taken and is not there.');
      return earlier;
    }
    const text = JSON.stringify(await work(sql));
    // The commit is sent behind it, and fails where it does.
    void sql`
      update idempotency_keys set status = ${route.status ?? 200}, answer = ${text}
      where user_id = ${user.id} and route = ${nameOf(route)} and key = ${key}`;
    return { text, replayed: false };
  });
}

/**
 * The answer to an earlier request with this key.
 * @throws {ApiError} 422 where the key was used for another request
 */
export async function findStoredAnswer(
  sql: Sql,
  { user, key, route, input }: KeyedRequest,
): Promise<StoredAnswer | undefined> {
  if (!key || !user) return undefined;
  const [earlier] = await sql<{ same: boolean; answer: string }>`
    select request_digest = ${digestOf(route, input)} as same, answer from idempotency_keys
    where user_id = ${user.id} and route = ${nameOf(route)} and key = ${key}`;
  if (!earlier) return undefined;
  if (!earlier.same) throw keyReused();
  return { text: earlier.answer, replayed: true };
}

export function keyReused(): ApiError {
  return new ApiError(422, 'This Idempotency-Key was already used for another request.');
}

export function nameOf(route: Route): string {
  return `${route.method} ${route.path}`;
}

/**
 * The SHA-256 of the parsed input and the photos, which does not depend on how the request was encoded, nor on whether its photos
 * came with it or follow it.
 */
export function digestOf(route: Route, { params, query, body, files }: ParsedInput): Buffer {
  const { rest, following } = withoutFollowing(route, body);
  const photos = [...files.map((file) => file.sha256), ...following];
  const content = canonical({ params, query, body: rest, photos });
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

function withoutFollowing({ multipart }: Route, body: unknown): { rest: unknown; following: string[] } {
  const field = multipart?.following;
  if (field === undefined || typeof body !== 'object' || body === null) return { rest: body, following: [] };
  const { [field]: following, ...rest } = body as Record<string, unknown>;
  return { rest, following: (following ?? []) as string[] };
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, canonical(part)]));
}

/** Deletes expired keys. */
export async function deleteOldKeys(database: Database): Promise<void> {
  await database.sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${KEY_DAYS})`;
}
