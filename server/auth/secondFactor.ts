import { randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { RECOVERY_CODES, type SecondFactorSecret } from '../../contract/sessions/secondFactor.ts';
import type { User } from '../../contract/users/user.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Sql } from '../database/database.ts';
import { hashWithSalt } from './passwords.ts';
import { countAttempt, refuseOverLimit, type RateLimit } from './limits/rateLimits.ts';

// RFC 6238 with the parameters that every authenticator app has: SHA-1, six digits, 30 seconds.
const PARAMETERS = { issuer: 'Porchlight', algorithm: 'SHA1', digits: 6, period: 30 };
/** By how many steps of 30 seconds a phone's clock may be early or late. */
const DRIFT = 1;

/** Whether a row of `users` has a second factor that sign-ins ask for. */
export const hasSecondFactor = sqlTag`exists (
  select 1 from second_factors where second_factors.user_id = users.id and confirmed_at is not null)`;

/** The same of a row of `users` as `withSecondFactorDuty` says: whether they are a manager who must set up a second factor first. */
export function mustAddSecondFactor({ MANAGER_SECOND_FACTOR }: Configuration): Part {
  return sqlTag`(users.is_manager and ${MANAGER_SECOND_FACTOR === 'required'}::boolean and not ${hasSecondFactor})`;
}

/** The user, marked where they are a manager who must set up a second factor first. */
export function withSecondFactorDuty<U extends User>(
  { MANAGER_SECOND_FACTOR }: Configuration,
  user: U,
  hasFactor: boolean,
): U {
  const must = MANAGER_SECOND_FACTOR === 'required' && user.is_manager && !hasFactor;
  return must ? { ...user, must_add_second_factor: true } : user;
}

/** Makes a secret that nothing asks for until it is confirmed; undefined where a second factor is on. */
export async function startSecondFactor(
  sql: Sql,
  { id, username }: User,
): Promise<SecondFactorSecret | undefined> {
  const secret = new Secret({ size: 20 });
  const [started] = await sql`
    insert into second_factors (user_id, secret) values (${id}, ${secret.base32})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0
    where second_factors.confirmed_at is null returning user_id`;
  const uri = new TOTP({ ...PARAMETERS, label: username, secret }).toString();
  return started && { secret: secret.base32, uri };
}

export async function removeSecondFactor(sql: Sql, userId: number): Promise<boolean> {
  const rows =
    await sql`delete from second_factors where user_id = ${userId} and confirmed_at is not null returning 1`;
  return rows.length > 0;
}

/** A code as someone typed it, ready to be compared. */
export type TypedCode = { totp: string } | { recoveryHash: string } | 'malformed';

/** Reads a typed code, with spaces or without dashes too. Outside a transaction, since hashing takes 30 ms. */
export async function readCode(sql: Sql, userId: number, typed: string): Promise<TypedCode> {
  const code = typed.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { totp: code };
  if (!/^\d{12}$/.test(code)) return 'malformed';
  const [factor] = await sql<{ recovery_salt: string | null }>`
    select recovery_salt from second_factors where user_id = ${userId}`;
  return factor?.recovery_salt
    ? { recoveryHash: await hashWithSalt(code, factor.recovery_salt) }
    : 'malformed';
}

/** A second factor whose user is locked until the transaction ends. */
export interface LockedFactor {
  user_id: number;
  is_on: boolean;
  secret: string;
  last_step: number;
  /** Now by the database's clock, in milliseconds. */
  time: number;
}

/** Locks a user, and reads their second factor. */
export async function lockSecondFactor(sql: Sql, userId: number): Promise<LockedFactor | undefined> {
  await sql`select 1 from users where id = ${userId} for update`;
  // A statement of its own, since one that waited for the lock still sees the factor of before.
  const [factor] = await sql<LockedFactor>`
    select user_id, confirmed_at is not null as is_on, secret, last_step,
      extract(epoch from now())::float8 * 1000 as time
    from second_factors where user_id = ${userId}`;
  return factor;
}

/**
 * Uses up a code, or counts a wrong one.
 * @returns the message to throw once that is committed; undefined for a right code
 * @throws {ApiError} 429, where a limit is reached
 */
export async function useCode(
  sql: Sql,
  factor: LockedFactor,
  { code, limits }: { code: TypedCode; limits: readonly RateLimit[] },
): Promise<string | undefined> {
  await refuseOverLimit(sql, limits);
  const outcome = await tryCode(sql, factor, code);
  if (outcome === 'right') return undefined;
  await countAttempt(sql, limits);
  return MESSAGES[outcome];
}

const MESSAGES = {
  wrong:
    'This code is wrong. Please enter the one that the app shows now, or a recovery code that was not used yet.',
  used: 'This code was used already. Please wait for the next one.',
};

async function tryCode(
  sql: Sql,
  { user_id, secret, last_step, time }: LockedFactor,
  code: TypedCode,
): Promise<'right' | keyof typeof MESSAGES> {
  if (code === 'malformed') return 'wrong';
  if ('recoveryHash' in code) {
    const [used] = await sql`
      delete from recovery_codes where user_id = ${user_id} and code_hash = ${code.recoveryHash} returning 1`;
    return used ? 'right' : 'wrong';
  }
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code.totp, timestamp: time, window: DRIFT });
  if (delta === null) return 'wrong';
  const step = totp.counter({ timestamp: time }) + delta;
  if (step <= last_step) return 'used';
  await sql`update second_factors set last_step = ${step} where user_id = ${user_id}`;
  return 'right';
}

/** Recovery codes with their hashes. */
export interface NewRecoveryCodes {
  codes: string[];
  salt: string;
  hashes: string[];
}

/** 12 digits, which a phone's number pad has, in groups of four. */
function newRecoveryCode(): string {
  const group = () => String(randomInt(10_000)).padStart(4, '0');
  return [group(), group(), group()].join('-');
}

/** Outside a transaction, since it takes 300 ms. */
export async function makeRecoveryCodes(): Promise<NewRecoveryCodes> {
  const salt = randomBytes(16).toString('base64');
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = await Promise.all(codes.map((code) => hashWithSalt(code.replaceAll('-', ''), salt)));
  return { codes, salt, hashes };
}

/** Replaces the recovery codes of a second factor. */
export async function saveRecoveryCodes(
  sql: Sql,
  userId: number,
  { salt, hashes }: NewRecoveryCodes,
): Promise<void> {
  await sql`update second_factors set recovery_salt = ${salt} where user_id = ${userId}`;
  await sql`delete from recovery_codes where user_id = ${userId}`;
  await sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::text[])`;
}
