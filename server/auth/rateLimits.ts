import { isIPv6 } from 'node:net';
import type { User } from '../../contract/users/user.ts';
import type { Sql } from '../database/database.ts';
import { ApiError } from '../http/apiError.ts';

// All limits are counted in the database, for all processes together.

/** At most `most` attempts by a subject, such as an address or an account, within the last `minutes`. */
export interface RateLimit {
  subject: string;
  most: number;
  minutes: number;
}

/** @throws {ApiError} 429 with Retry-After, where a limit is reached */
export async function refuseOverLimit(sql: Sql, limits: readonly RateLimit[]): Promise<void> {
  for (const { subject, most, minutes } of limits) {
    const [recent] = await sql<{ count: number; wait: number }>`
      select count(*) as count,
        ceil(extract(epoch from min(at) + make_interval(mins => ${minutes}) - now()))::int as wait
      from (
        select at from attempts
        where subject = ${subject} and at > now() - make_interval(mins => ${minutes})
        order by at desc limit ${most}
      ) as recent`;
    if (recent && recent.count >= most) throw tooManyRequests('Too many attempts.', recent.wait);
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

/** The quotas of a resident, for an hour from the first change. */
export interface Quota {
  kind: 'changes' | 'photos' | 'reports';
  most: number;
  count: number;
  /** The limit of all together who have this quota. */
  together?: RateLimit;
}

const OVER_QUOTA = {
  changes: 'That is more than can be sent within an hour.',
  photos: 'These are more photos than can be sent within an hour.',
  reports: 'That is more than can be sent within an hour before management has confirmed your unit.',
};

/**
 * Counts what a resident sends towards a quota. Managers have no quota. One that they have together needs a transaction, which takes
 * back what was counted of a refused change.
 * @throws {ApiError} 429 with Retry-After, if a quota is used up
 */
export async function spendQuota(
  sql: Sql,
  user: User | undefined,
  { kind, most, count, together }: Quota,
): Promise<void> {
  if (!user || user.is_manager || count === 0) return;
  const [spent] = await sql`
    insert into allowances as hour (user_id, kind, until, spent)
    values (${user.id}, ${kind}, now() + interval '1 hour', ${count})
    on conflict (user_id, kind) do update set
      until = case when hour.until > now() then hour.until else excluded.until end,
      spent = case when hour.until > now() then hour.spent else 0 end + excluded.spent
    where hour.until <= now() or hour.spent + excluded.spent <= ${most}
    returning user_id`;
  if (spent) {
    // Last, so that whoever has used up their own spends nothing of the others'.
    if (!together) return;
    await refuseOverLimit(sql, [together]);
    await countAttempt(sql, [together]);
    return;
  }
  const [hour] = await sql<{ wait: number }>`
    select ceil(extract(epoch from until - now()))::int as wait
    from allowances where user_id = ${user.id} and kind = ${kind}`;
  throw tooManyRequests(OVER_QUOTA[kind], hour?.wait ?? 1);
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
