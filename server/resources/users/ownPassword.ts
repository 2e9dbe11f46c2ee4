import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { User } from '../../../contract/users/user.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import { signInLimits } from '../../auth/limits/limits.ts';
import { refuseOverLimit, settleAttempt, type RateLimit } from '../../auth/limits/rateLimits.ts';
import { ApiError } from '../../http/apiError.ts';
import { refuseFullDisk } from '../../http/answers/errorHandler.ts';

/** Who makes a call, by which session. */
export interface Caller {
  user: User;
  sessionId: string;
  request: FastifyRequest;
}

/** The limits of wrong passwords and codes of someone who is signed in. */
export function ownLimits(app: FastifyInstance, { user, sessionId, request }: Caller): RateLimit[] {
  return signInLimits(app.context.configuration, request, { account: `#${user.id}`, device: sessionId });
}

/**
 * Checks the password of someone who is signed in, and returns its hash.
 * @throws {ApiError} 400 for a wrong password, which is counted, or 429
 */
export async function checkOwnPassword(
  app: FastifyInstance,
  caller: Caller,
  password: string,
): Promise<string> {
  // What cannot be counted must not be guessed.
  refuseFullDisk(app.context);
  const { sql } = app.context.database;
  const limits = ownLimits(app, caller);
  await refuseOverLimit(sql, limits);
  const [stored] = await sql<{ password_hash: string }>`
    select password_hash from users where id = ${caller.user.id}`;
  const right = await verifyPassword(password, stored?.password_hash);
  await settleAttempt(sql, limits, { right });
  if (!stored || !right) throw wrongPassword();
  return stored.password_hash;
}

/** 400 and not 401, which means to the app that the session has ended. */
export function wrongPassword(): ApiError {
  const message = 'This is not your current password.';
  return new ApiError(400, message, { code: 'wrong_credentials', fields: { current_password: message } });
}
