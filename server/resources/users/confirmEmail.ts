import type { FastifyInstance } from 'fastify';
import { CONFIRMATION_DAYS } from '../../../contract/users/emailConfirmation.ts';
import { BROKEN_LINK } from '../../../contract/users/linkToken.ts';
import { routes } from '../../../contract/routes.ts';
import { isEmailConfirmed } from '../../auth/confirmedEmail.ts';
import { withLinkLimit } from '../../auth/limits/linkLimit.ts';
import { communityName } from '../../community/settings.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { CONFIRMATION_LINKS, wasSentMost } from './sentLinks.ts';
import { areConfirmationsUsedUp } from '../../notifications/mailLimits.ts';
import { notify } from '../../notifications/notify.ts';

/** The routes by which somebody confirms that their address is theirs. */
export function confirmEmail(app: FastifyInstance): void {
  const { configuration, linkTokens } = app.context;

  registerRoute(app, routes.sendEmailConfirmation, async ({ sql, user }) => {
    if (!configuration.mail) throw noMail();
    // Locked, so that what is asked for at the same moment is counted.
    const [own] = await sql<{ confirmed: boolean; used_up: boolean }>`
      select email = '' or ${isEmailConfirmed} as confirmed, ${areConfirmationsUsedUp} as used_up
      from users where id = ${user.id} for update`;
    if (own?.confirmed) throw isConfirmed();
    if (own?.used_up) throw usedUp();
    if (!(await sendConfirmation(sql, user.id))) throw sentOftenEnough();
    return {
      message: `A link to confirm the address is on its way to it. It is valid for ${CONFIRMATION_DAYS} days.`,
    };
  });

  registerRoute(app, routes.confirmEmail, {
    prepare: async ({ body, request }) => {
      // A worthless link is counted.
      const link = await withLinkLimit(app, request, () => linkTokens.read('email confirmation', body.token));
      if (!link) throw new ApiError(404, BROKEN_LINK, { code: 'worthless_link' });
      return link;
    },
    handle: async ({ sql, prepared: link }) => {
      if (!(await confirm(sql, link))) throw gone();
      return { message: 'Your email address is confirmed.' };
    },
  });
}

/**
 * Sends a link to somebody's address that confirms it; false where they were sent as many as within a day may be. What is sent is
 * limited once more, by address and in all (`mailLimits.ts`).
 */
export async function sendConfirmation(sql: Sql, user_id: number): Promise<boolean> {
  if (await wasSentMost(sql, user_id, CONFIRMATION_LINKS)) return false;
  const [link] = await sql<{ id: string; email: string }>`
    insert into email_confirmations (user_id, email, expires_at)
    select id, email, now() + make_interval(days => ${CONFIRMATION_DAYS}) from users where id = ${user_id}
    returning id, email`;
  if (!link) throw new Error('The new link was not returned.');
  const community = await communityName(sql);
  await notify(sql, {
    kind: 'email_confirmation',
    to: [user_id],
    data: { community, link: link.id, address: link.email, resets: false },
  });
  return true;
}

/** Whether a link is valid, whose address is confirmed then. It may be opened again, so that a second tap does not say that it failed. */
async function confirm(sql: Sql, link: string): Promise<boolean> {
  const confirmed = await sql`
    update users set confirmed_email = users.email from email_confirmations as link
    where link.id = ${link} and link.expires_at > now() and users.id = link.user_id
      and lower(users.email) = lower(link.email) and users.is_current_user
    returning users.id`;
  return confirmed.length > 0;
}

function noMail(): ApiError {
  return new ApiError(409, 'No mail is sent from here, so no address needs to be confirmed.', {
    code: 'no_mail',
  });
}

function isConfirmed(): ApiError {
  return new ApiError(409, 'Your email address needs no confirmation.', { code: 'confirmed' });
}

function sentOftenEnough(): ApiError {
  return new ApiError(
    429,
    'The link was sent several times today. Look into the spam folder too, or try again tomorrow.',
    { retryAfter: 24 * 60 * 60 },
  );
}

function usedUp(): ApiError {
  return new ApiError(
    429,
    'No link can be sent now: as many were sent today as may be. Please try again tomorrow.',
    { retryAfter: 24 * 60 * 60 },
  );
}

function gone(): ApiError {
  return new ApiError(
    410,
    'This link is no longer valid. It is too old, or the address was changed. Sign in, and send another one from your profile.',
    { code: 'gone' },
  );
}

/** Deletes links that expired. */
export async function deleteExpiredConfirmations(sql: Sql): Promise<void> {
  await sql`delete from email_confirmations where expires_at < now()`;
}
