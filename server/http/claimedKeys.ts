import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Route } from '../../contract/http/route.ts';
import type { User } from '../../contract/users/user.ts';
import type { Database, Sql } from '../database/database.ts';
import { ApiError } from './apiError.ts';
import { digestOf, keyReused, nameOf, type KeyedRequest, type StoredAnswer } from './idempotency.ts';

/**
 * How long a claim keeps others from making the change, in seconds: longer than the card provider mostly takes. After that its
 * process counts as gone, and a repeat makes the change again.
 */
const CLAIM_SECONDS = 20;
/** How long a repeat waits for the answer, in milliseconds, and how often it looks. */
const PATIENCE = 60_000;
const PAUSE = 100;

/** A change that is made in steps, under a key. */
interface Claimed {
  user: User;
  route: Route;
  digest: Buffer;
  /** Made from the key: what stands in its place in the database, and what the change may use as its own id. */
  id: string;
  /** Made from the key, which is stored nowhere: only a repeat can open the answer, and no copy of the database. */
  secret: Buffer;
}

/**
 * Runs a change that asks another program and so cannot be one transaction. The key is claimed before, with what was asked, and
 * the answer is stored after it, sealed, since it may contain a secret of the card provider. A repeat waits for the answer. Where
 * the process died in between, the repeat makes the change again, by the same id, so that it goes on with what was started.
 * @param work is given an id that is the same each time the change is made under its key
 * @throws {ApiError} 422 where the key was used for another request, 503 where its first request takes too long
 */
export async function runClaimed(
  { sql }: Database,
  request: KeyedRequest,
  work: (changeId: string) => Promise<unknown>,
): Promise<StoredAnswer> {
  const claimed = claimedOf(request);
  if (!claimed) return { text: JSON.stringify(await work(randomUUID())), replayed: false };
  const claim = await claimOrFind(sql, claimed);
  if ('answer' in claim) return { text: claim.answer, replayed: true };
  let result: unknown;
  try {
    result = await work(claimed.id);
  } catch (error) {
    // A refusal is judged again.
    await sql`
      delete from idempotency_keys where ${ofKey(claimed)} and answer is null and claimed_until = ${claim.until}::timestamptz`;
    throw error;
  }
  const text = JSON.stringify(result);
  // One that took so long that a repeat was faster answers as the repeat did.
  const faster = await storeAnswer(sql, claimed, text);
  return faster === undefined ? { text, replayed: false } : { text: faster, replayed: true };
}

function claimedOf({ user, route, key, input }: KeyedRequest): Claimed | undefined {
  if (!key || !user) return undefined;
  const made = (purpose: string) =>
    createHash('sha256')
      .update([purpose, user.id, nameOf(route), key].join('\n'))
      .digest();
  return { user, route, digest: digestOf(route, input), id: uuidOf(made('id')), secret: made('answer') };
}

/** A UUID of version 8, which is for those that are made in ways of one's own (RFC 9562). */
function uuidOf(hash: Buffer): string {
  const [, ...parts] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash.toString('hex')) ?? [];
  const [first, second, third, fourth, last] = parts;
  return [first, second, `8${third}`, `8${fourth}`, last].join('-');
}

const ofKey = ({ user, route, id }: Claimed): Part =>
  sqlTag`user_id = ${user.id} and route = ${nameOf(route)} and key = ${id}`;

/** Claims the key, also one whose claim is over; or finds the answer, for which it waits while another makes the change. */
async function claimOrFind(sql: Sql, claimed: Claimed): Promise<{ until: string } | { answer: string }> {
  const { user, route, digest, id } = claimed;
  const patience = Date.now() + PATIENCE;
  for (;;) {
    const [claim] = await sql<{ until: string }>`
      insert into idempotency_keys as earlier (user_id, route, key, request_digest, claimed_until)
      values (${user.id}, ${nameOf(route)}, ${id}, ${digest}, now() + make_interval(secs => ${CLAIM_SECONDS}))
      on conflict (user_id, route, key) do update set claimed_until = excluded.claimed_until
        where earlier.answer is null and earlier.claimed_until < now()
          and earlier.request_digest = excluded.request_digest
      returning claimed_until as until`;
    if (claim) return claim;
    const [earlier] = await sql<{ same: boolean; answer: string | null }>`
      select request_digest = ${digest} as same, answer from idempotency_keys where ${ofKey(claimed)}`;
    if (earlier && !earlier.same) throw keyReused();
    if (earlier?.answer != null) return { answer: opened(earlier.answer, claimed.secret) };
    if (Date.now() > patience) {
      const message = 'This is still being done. Please try again in a moment.';
      throw new ApiError(503, message, { code: 'still_running', retryAfter: 5 });
    }
    await pause(PAUSE);
  }
}

/** Stores the answer of a change; returns that of a repeat which was faster. */
async function storeAnswer(sql: Sql, claimed: Claimed, text: string): Promise<string | undefined> {
  const { user, route, digest, id, secret } = claimed;
  const [stored] = await sql`
    insert into idempotency_keys as earlier (user_id, route, key, request_digest, status, answer)
    values (${user.id}, ${nameOf(route)}, ${id}, ${digest}, ${route.status ?? 200}, ${sealed(text, secret)})
    on conflict (user_id, route, key) do update set status = excluded.status, answer = excluded.answer, claimed_until = null
      where earlier.answer is null
    returning key`;
  if (stored) return undefined;
  const [earlier] = await sql<{ answer: string }>`
    select answer from idempotency_keys where ${ofKey(claimed)} and answer is not null`;
  return earlier && opened(earlier.answer, secret);
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

function sealed(text: string, secret: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secret, iv, { authTagLength: TAG_BYTES });
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64');
}

function opened(answer: string, secret: Buffer): string {
  const bytes = Buffer.from(answer, 'base64');
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const content = bytes.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
}
