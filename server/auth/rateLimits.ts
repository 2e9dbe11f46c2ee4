import { isIPv6 } from 'node:net';
import type { Sql } from '../database/database.ts';
import { ApiError } from '../http/apiError.ts';

/** A limit on how often something may happen to a subject within a time, shared by all processes. */
export interface Limit {
  subject: string;
  most: number;
  minutes: number;
}

/** @throws {ApiError} 429 with Retry-After, where a limit is spent */
export async function refuseTooMany(sql: Sql, limits: readonly Limit[]): Promise<void> {
  for (const { subject, most, minutes } of limits) {
    const [spent] = await sql<{ count: number; wait: number }>`
      select count(*) as count,
        ceil(extract(epoch from min(at) + make_interval(mins => ${minutes}) - now()))::int as wait
      from (
        select at from attempts
        where subject = ${subject} and at > now() - make_interval(mins => ${minutes})
        order by at desc limit ${most}
      ) as recent`;
    if (spent && spent.count >= most) {
      const wait = Math.max(1, spent.wait);
      throw new ApiError(429, `Too many attempts. Please try again in ${inWords(wait)}.`, {
        retryAfter: wait,
      });
    }
  }
}

export async function countAttempt(sql: Sql, limits: readonly Limit[]): Promise<void> {
  for (const { subject } of limits) await sql`insert into attempts (subject) values (${subject})`;
}

/** What counts as one address: of IPv6 its /64, since a single household or phone is given a whole one. */
export function addressOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [left = [], right] = ip.split('::').map((part) => (part ? part.split(':') : []));
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : [];
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Forgets attempts that no limit looks at any more. */
export async function forgetOldAttempts(sql: Sql): Promise<void> {
  await sql`delete from attempts where at < now() - interval '2 hours'`;
}

/** A wait, rounded up to minutes where it is one or more. */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
