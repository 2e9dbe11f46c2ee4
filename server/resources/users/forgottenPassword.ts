import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sqlTag from 'sql-template-tag';
import { CHANGED_EMAIL_HOURS, RESET_LINK_MINUTES } from '../../../contract/users/forgottenPassword.ts';
import { BROKEN_LINK } from '../../../contract/users/linkToken.ts';
import { routes } from '../../../contract/routes.ts';
import { isEmailConfirmed } from '../../auth/confirmedEmail.ts';
import { withLinkLimit } from '../../auth/limits/linkLimit.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { forgottenLimits } from '../../auth/limits/limits.ts';
import { refuseOverLimit, settleAttempt, tooManyRequests } from '../../auth/limits/rateLimits.ts';
import { refuseWeakPassword } from '../../auth/weakPasswords.ts';
import { communityName } from '../../community/settings.ts';
import { recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { RESET_LINKS, wasSentMost } from './sentLinks.ts';
import { notify } from '../../notifications/notify.ts';
import { MAX_STOP_WAIT } from '../../notifications/startDelivery.ts';
import { doLater } from './doLater.ts';
import { findLockedUser } from './managers.ts';
import { endSessionsAndLimits } from './passwordReset.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes at once the links for new passwords that were asked for, and is done when their mails are due. */
    sendResetLinks: () => Promise<void>;
  }
}

/** The routes by which somebody who forgot their password chooses another one, by a link that is sent to their address. */
export function forgottenPassword(app: FastifyInstance): void {
  const { configuration, database, linkTokens } = app.context;
  const later = doLater(async (email) => {
    try {
      await database.transaction((sql) => sendLink(sql, email));
    } catch (error) {
      app.log.error(error, 'the link for a new password could not be sent');
    }
    // Also where there is nothing to send, so that neither takes longer. Not awaited: what hangs holds up no other link.
    app
      .deliverNotifications()
      .catch((error: unknown) => app.log.error(error, 'notifications could not be sent'));
  });
  app.decorate('sendResetLinks', () => later.doNow());
  app.addHook('onClose', async () => {
    await Promise.race([later.doNow(), pause(MAX_STOP_WAIT, undefined, { ref: false })]);
  });

  registerRoute(app, routes.forgetPassword, {
    // All of it stays, also what is refused after it was counted.
    prepare: async ({ body, request }) => {
      if (!configuration.mail) throw noMail();
      const limits = forgottenLimits(request, body.email);
      await refuseOverLimit(database.sql, limits);
      // Counted by what was typed, whether or not somebody has the address.
      await settleAttempt(database.sql, limits, { right: false });
      // Nobody is looked for before the answer was sent, nor beside the calls that follow it, so that their time tells nothing.
      if (!later.add(body.email)) throw tooManyRequests('Many people ask for a link just now.', 60);
    },
    handle: async () => ({
      message: `If somebody here has this address, a link for a new password is on its way to it. It is valid for ${RESET_LINK_MINUTES} minutes. If none comes, ask your management for a new password.`,
    }),
  });

  /**
   * Whose password a link is for.
   * @throws {ApiError} 404 for a link that was not made here, 410 for one that is no longer valid, 429 after too many failures
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

  registerRoute(app, routes.readPasswordReset, {
    prepare: ({ body, request }) => open(request, body.token),
    handle: async ({ prepared: owner }) => owner,
  });

  registerRoute(app, routes.completePasswordReset, {
    prepare: async ({ body, request }) => {
      const { reset, ...owner } = await open(request, body.token);
      const names = { ...owner, firstName: owner.first_name, lastName: owner.last_name };
      await refuseWeakPassword('password', body.password, names);
      return { reset, user_id: owner.user_id, password_hash: await hashPassword(body.password) };
    },
    handle: async ({ sql, prepared: { reset, user_id, password_hash } }) => {
      // What is used at the same moment waits here for the first one.
      const user = await findLockedUser(sql, sqlTag`users.id = ${user_id} and users.is_current_user`);
      const used = await sql`
          delete from password_resets where id = ${reset} and expires_at > now() returning id`;
      if (!user || used.length === 0) throw gone();
      await sql`
          update users set password_hash = ${password_hash}, has_password = true, must_change_password = false,
            one_time_until = null, confirmed_email = email
          where id = ${user.id}`;
      await endSessionsAndLimits(sql, user.id);
      await recordAudit(sql, user.id, [{ subject: 'user', subject_id: user.id, action: 'reset' }]);
      await notify(sql, { kind: 'password_changed', to: [user.id], data: { by: 'reset' } });
      return { message: 'Your password was changed. Please sign in with it.' };
    },
  });
}

/**
 * Sends a link to whoever has this address, if somebody has who may be sent one. Otherwise the same is done for somebody else and
 * undone, since on the embedded database, which does one thing at a time, whoever calls meanwhile waits as long as this takes.
 * To an address that is not confirmed, the link goes in the mail that asks to confirm it, and does both.
 */
async function sendLink(sql: Sql, email: string): Promise<void> {
  // Locked, so that what is asked for at the same moment is counted.
  const [owner] = await sql<{ id: number; email: string; is_confirmed: boolean }>`
    select id, email, ${isEmailConfirmed} as is_confirmed from users
    where lower(email) = lower(${email}) and email <> '' and is_current_user and has_password
      and (email_changed_at is null or email_changed_at < now() - make_interval(hours => ${CHANGED_EMAIL_HOURS}))
    for update`;
  const [anybody] = await sql<{ id: number }>`select id from users order by id limit 1`;
  const id = owner?.id ?? anybody?.id;
  if (id === undefined) return;
  const isSent = !(await wasSentMost(sql, id, RESET_LINKS)) && owner !== undefined;
  await sql`savepoint nothing_sent`;
  const [reset] = await sql<{ id: string }>`
    insert into password_resets (user_id, expires_at)
    values (${id}, now() + make_interval(mins => ${RESET_LINK_MINUTES})) returning id`;
  if (!reset) throw new Error('The new link was not returned.');
  const data = { community: await communityName(sql), link: reset.id };
  await notify(
    sql,
    owner?.is_confirmed === false
      ? { kind: 'email_confirmation', to: [id], data: { ...data, address: owner.email, resets: true } }
      : { kind: 'password_reset', to: [id], data },
  );
  if (!isSent) await sql`rollback to savepoint nothing_sent`;
}

interface ResetOwner {
  reset: string;
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  email: string;
  phone: string | null;
}

async function findOwner(sql: Sql, reset: string): Promise<ResetOwner | undefined> {
  const [owner] = await sql<ResetOwner>`
    select password_resets.id as reset, user_id, first_name, last_name, username, email, phone
    from password_resets join users on users.id = user_id
    where password_resets.id = ${reset} and expires_at > now() and is_current_user
      and has_password`;
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
    `This link is no longer valid. It can be used once, within ${RESET_LINK_MINUTES} minutes. Please ask for another one.`,
    { code: 'gone' },
  );
}

/** Deletes links that expired. */
export async function deleteExpiredResets(sql: Sql): Promise<void> {
  await sql`delete from password_resets where expires_at < now()`;
}
