import { isIPv6 } from 'node:net';
import type { User } from '../../../contract/users/user.ts';
import type { Database, Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

// All limits are counted in one table of the database, for all processes together. `limits.ts` has each of them.

/** At most `most` attempts by a subject, such as an address or an account, within the last `minutes`. */
export interface RateLimit {
  subject: string;
  most: number;
  minutes: number;
  /** What is said of it, before when to try again. */
  refusal?: string;
}

/** In seconds: how long somebody has to wait until so many more are within a limit; undefined where they are now. */
async function waitFor(
  sql: Sql,
  { subject, most, minutes }: RateLimit,
  count = 1,
): Promise<number | undefined> {
  const [row] = await sql<{ spent: number; wait: number | null }>`
    select coalesce(max(newer + spent), 0)::int as spent,
      ceil(extract(epoch from min(at) filter (where newer + ${count}::int <= ${most}::int)
        + make_interval(mins => ${minutes}) - now()))::int as wait
    from (
      select at, spent, sum(spent) over (order by at desc, ctid desc) - spent as newer from attempts
      where subject = ${subject} and at > now() - make_interval(mins => ${minutes})
      order by at desc, ctid desc limit ${most}
    ) as recent`;
  if (!row || row.spent + count <= most) return undefined;
  return row.wait ?? minutes * 60;
}

/** @throws {ApiError} 429 with Retry-After, where a limit is reached */
export async function refuseOverLimit(sql: Sql, limits: readonly RateLimit[]): Promise<void> {
  for (const limit of limits) {
    const wait = await waitFor(sql, limit);
    if (wait !== undefined) throw overLimit(limit, wait);
  }
}

export async function countAttempt(sql: Sql, limits: readonly RateLimit[]): Promise<void> {
  for (const { subject } of limits) await sql`insert into attempts (subject) values (${subject})`;
}

/**
 * Counts a wrong attempt. Once a limit is reached, also by attempts made at the same time, right and wrong ones are
 * refused alike, so that the answer to a flood of guesses does not tell the right one.
 * @throws {ApiError} 429 with Retry-After
 */
export async function settleAttempt(
  sql: Sql,
  limits: readonly RateLimit[],
  { right }: { right: boolean },
): Promise<void> {
  if (!right) await countAttempt(sql, limits);
  await refuseOverLimit(sql, right ? limits : limits.map((limit) => ({ ...limit, most: limit.most + 1 })));
}

/** Deletes attempts that no limit counts any more. */
export async function deleteOldAttempts(sql: Sql): Promise<void> {
  await sql`delete from attempts where at < now() - interval '2 hours'`;
}

/**
 * Counts what is done in a transaction towards a limit, of managers too: of two at once one waits for the other. What was counted of
 * a refused change is taken back with it.
 * @throws {ApiError} 429 with Retry-After, and counts nothing, where that is more than is left of the limit
 */
export async function spendLimit(sql: Sql, limit: RateLimit, count = 1): Promise<void> {
  const [row] = await sql<{ spent: boolean }>`
    select spend_quota(${limit.subject}, ${count}, ${limit.most}, ${limit.minutes}) as spent`;
  if (!row?.spent) throw overLimit(limit, (await waitFor(sql, limit, count)) ?? 1);
}

/** What a resident may send within an hour. */
export interface Quota extends RateLimit {
  count: number;
  /** The limit of all together who have this quota. */
  together?: RateLimit;
}

/**
 * Counts what a resident sends towards a quota, in a transaction, which takes back what was counted of a refused change. Managers
 * have no quota.
 * @throws {ApiError} 429 with Retry-After, if a quota is used up
 */
export async function spendQuota(sql: Sql, user: User | undefined, quota: Quota): Promise<void> {
  const { count, together } = quota;
  if (!user || user.is_manager || count === 0) return;
  await spendLimit(sql, quota, count);
  // Last, so that whoever has used up their own spends nothing of the others'.
  if (!together) return;
  await refuseOverLimit(sql, [together]);
  await countAttempt(sql, [together]);
}

/** The same for what is done outside any transaction. */
export async function spendQuotaAtOnce(
  database: Pick<Database, 'transaction'>,
  user: User | undefined,
  quota: Quota,
): Promise<void> {
  if (!user || user.is_manager || quota.count === 0) return;
  await database.transaction((sql) => spendQuota(sql, user, quota));
}

function overLimit({ refusal = 'Too many attempts.' }: RateLimit, wait: number): ApiError {
  return tooManyRequests(refusal, wait);
}

/** `wait` is in seconds; the message has minutes, rounded up. */
export function tooManyRequests(message: string, wait: number): ApiError {
  const seconds = Math.max(1, wait);
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  const text = `${message} Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
  return new ApiError(429, text, { retryAfter: seconds });
}

/** The address that limits count: for IPv6 its /64 network, since one household or phone has a whole one. */
export function addressOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [left = [], right] = ip.split('::').map((part) => (part ? part.split(':') : []));
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : [];
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
