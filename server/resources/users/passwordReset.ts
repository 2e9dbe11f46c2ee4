import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import { ONE_TIME_PASSWORD_DAYS, type User } from '../../../contract/users/user.ts';
import { recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { accountSubject } from '../../auth/limits/limits.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notify } from '../../notifications/notify.ts';

/** Letters and digits that are not easily confused: without i, l, o, 0 and 1. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The route by which a manager gives a resident a one-time password. */
export function passwordReset(app: FastifyInstance): void {
  registerRoute(app, routes.resetPassword, {
    prepare: async () => {
      const one_time_password = newOneTimePassword();
      return { one_time_password, password_hash: await hashPassword(one_time_password) };
    },
    handle: async ({ sql, user, params: { id }, prepared: { one_time_password, password_hash } }) => {
      const [resident] = await sql<Pick<User, 'is_manager' | 'is_current_user'>>`
          select is_manager, is_current_user from users where id = ${id} for update`;
      if (!resident) throw new ApiError(404, 'There is no such user.');
      if (resident.is_manager) throw new ApiError(403, 'A manager’s password is changed only by its owner.');
      if (!resident.is_current_user)
        throw new ApiError(409, 'This account is not active. Activate it first.');
      const expires_at = await setOneTimePassword(sql, { id, password_hash, author: user.id });
      return { one_time_password, expires_at };
    },
  });
}

interface Reset {
  id: number;
  password_hash: string;
  /** Who resets it; null for a command on the server. */
  author: number | null;
}

/** Gives a locked user a one-time password and signs them out everywhere; returns until when it is valid. */
export async function setOneTimePassword(sql: Sql, { id, password_hash, author }: Reset): Promise<string> {
  const [reset] = await sql<{ one_time_until: string }>`
    update users set password_hash = ${password_hash}, has_password = true, must_change_password = true,
      one_time_until = now() + make_interval(days => ${ONE_TIME_PASSWORD_DAYS})
    where id = ${id} returning one_time_until`;
  if (!reset) throw new Error(`User ${id} was locked and is not there.`);
  await endSessionsAndLimits(sql, id);
  await recordAudit(sql, author, [{ subject: 'user', subject_id: id, action: 'reset' }]);
  await notify(sql, { kind: 'password_changed', to: [id], data: { by: 'management' } });
  return reset.one_time_until;
}

/** Signs somebody out everywhere who gets a new password, and forgets their failed sign-ins, whose limit they have likely reached. */
export async function endSessionsAndLimits(sql: Sql, id: number): Promise<void> {
  await sql`delete from sessions where user_id = ${id}`;
  const subject = accountSubject(`#${id}`);
  await sql`delete from attempts where subject = ${subject} or starts_with(subject, ${`${subject} from `})`;
}

/** 12 of 31 characters, which is 59 bits, in groups of four. */
export function newOneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return [group(), group(), group()].join('-');
}
