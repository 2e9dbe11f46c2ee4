import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sqlTag from 'sql-template-tag';
import { RESET_LINK_MINUTES } from '../../../contract/forgottenPassword.ts';
import { BROKEN_LINK } from '../../../contract/linkToken.ts';
import { routes } from '../../../contract/routes.ts';
import { withLinkLimit } from '../../auth/linkLimit.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { addressOf, refuseOverLimit, settleAttempt, type RateLimit } from '../../auth/rateLimits.ts';
import { refuseWeakPassword } from '../../auth/weakPasswords.ts';
import { communityName } from '../../community/settings.ts';
import { recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notify } from '../../notifications/notify.ts';
import { findLockedUser } from './managers.ts';
import { endSessionsAndLimits } from './passwordReset.ts';

/** The routes by which somebody who forgot their password chooses another one, by a link that is sent to their address. */
export function forgottenPassword(app: FastifyInstance): void {
  const { configuration, database, linkTokens } = app.context;
  const sending = new Set<Promise<void>>();
  app.addHook('onClose', () => Promise.allSettled(sending));

  registerRoute(
    app,
    routes.forgetPassword,
    async ({ body, request, reply }) => {
      if (!configuration.mail) throw noMail();
      const limits = requestLimits(request, body.email);
      await refuseOverLimit(database.sql, limits);
      // Counted by what was typed, whether or not somebody has the address.
      await settleAttempt(database.sql, limits, { right: false });
      // Nobody is looked for before the answer was sent, so that its time tells nothing.
      reply.raw.once('finish', () => {
        const sent = database
          .transaction((sql) => sendLink(sql, body.email))
          .catch((error: unknown) => {
            app.log.error(error, 'the link for a new password could not be sent');
          });
        sending.add(sent);
        void sent.finally(() => sending.delete(sent));
      });
      return {
        message: `If somebody here has this address, a link for a new password is on its way to it. It holds for ${RESET_LINK_MINUTES} minutes.`,
      };
    },
    // The attempt is counted even if it is refused.
    { transaction: 'none' },
  );

  /**
   * Whose password a link is for.
   * @throws {ApiError} 404 for a link that was not made here, 410 for one that holds no more, 429 after too many failures
   */
  async function open(request: FastifyRequest, token: string): Promise<ResetOwner> {
    const opened = await withLinkLimit(app, request, async () => {
      const reset = await linkTokens.read('password reset', token);
      return reset && { owner: await findOwner(database.sql, reset) };
    });
    if (!opened) throw new ApiError(404, BROKEN_LINK, { code: 'worthless_link' });
    if (!opened.owner) throw gone();
    return opened.owner;
  }

  registerRoute(app, routes.readPasswordReset, ({ body, request }) => open(request, body.token), {
    transaction: 'none',
  });

  registerRoute(
    app,
    routes.completePasswordReset,
    async ({ body, request }) => {
      const { reset, ...owner } = await open(request, body.token);
      const names = { ...owner, firstName: owner.first_name, lastName: owner.last_name };
      await refuseWeakPassword('password', body.password, names);
      // Before the transaction, so that it stays short.
      const password_hash = await hashPassword(body.password);
      await database.transaction(async (sql) => {
        // What is used at the same moment waits here for the first one.
        const user = await findLockedUser(sql, sqlTag`users.id = ${owner.user_id} and users.is_current_user`);
        const used = await sql`
          delete from password_resets where id = ${reset} and expires_at > now() returning id`;
        if (!user || used.length === 0) throw gone();
        await sql`
          update users set password_hash = ${password_hash}, has_password = true, must_change_password = false,
            one_time_until = null
          where id = ${user.id}`;
        await endSessionsAndLimits(sql, user.id);
        await recordAudit(sql, user.id, [{ subject: 'user', subject_id: user.id, action: 'reset' }]);
        await notify(sql, { kind: 'password_changed', to: [user.id], data: { by: 'reset' } });
      });
      return { message: 'Your password was changed. Please sign in with it.' };
    },
    // A worthless link is counted even though it is refused.
    { transaction: 'none' },
  );
}

/** How often a link may be asked for: for one address from one place, from anywhere, and for any address from one place. */
function requestLimits(request: FastifyRequest, email: string): RateLimit[] {
  const place = addressOf(request.ip);
  // Hashed, so that no typed address is kept.
  const typed = hash('sha256', email.toLowerCase());
  return [
    { subject: `forgotten ${typed} from ${place}`, most: 3, minutes: 30 },
    { subject: `forgotten ${typed}`, most: 10, minutes: 60 },
    { subject: `forgotten from ${place}`, most: 20, minutes: 60 },
  ];
}

/** Sends a link to whoever has this address, if somebody has. */
async function sendLink(sql: Sql, email: string): Promise<void> {
  const [reset] = await sql<{ id: string; user_id: number }>`
    insert into password_resets (user_id, expires_at)
    select id, now() + make_interval(mins => ${RESET_LINK_MINUTES}) from users
    where lower(email) = lower(${email}) and email <> '' and is_current_user
    returning id, user_id`;
  if (!reset) return;
  const community = await communityName(sql);
  await notify(sql, { kind: 'password_reset', to: [reset.user_id], data: { community, link: reset.id } });
}

interface ResetOwner {
  reset: string;
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  email: string;
}

async function findOwner(sql: Sql, reset: string): Promise<ResetOwner | undefined> {
  const [owner] = await sql<ResetOwner>`
    select password_resets.id as reset, user_id, first_name, last_name, username, email
    from password_resets join users on users.id = user_id
    where password_resets.id = ${reset} and expires_at > now() and is_current_user`;
  return owner;
}

function noMail(): ApiError {
  return new ApiError(409, 'No mail is sent from here. Please ask your management for a new password.', {
    code: 'no_mail',
  });
}

function gone(): ApiError {
  return new ApiError(
    410,
    `This link holds no more. It can be used once, within ${RESET_LINK_MINUTES} minutes. Please ask for another one.`,
    { code: 'gone' },
  );
}

/** Deletes links that expired. */
export async function deleteExpiredResets(sql: Sql): Promise<void> {
  await sql`delete from password_resets where expires_at < now()`;
}
