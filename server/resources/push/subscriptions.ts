import { ECDH } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { refusalOfEndpoint } from '../../push/endpoint.ts';
import { pushSettings } from '../../push/pushSettings.ts';
import { vapidKeys } from '../../push/vapidKeys.ts';

/** The most browsers of a person; the one that was used longest ago leaves for a new one. */
const MOST_SUBSCRIPTIONS = 20;

/** The routes by which a browser lets itself be notified. */
export function pushSubscriptions(app: FastifyInstance): void {
  const settings = pushSettings(app.context.configuration);

  registerRoute(app, routes.readPushKey, async ({ sql }) => ({
    key: settings ? (await vapidKeys(sql)).publicKey : null,
  }));

  registerRoute(app, routes.subscribePush, async ({ sql, user, sessionId, body: { endpoint, keys } }) => {
    if (!settings) {
      throw new ApiError(409, 'This Porchlight sends no notifications to devices.', {
        code: 'push_unavailable',
      });
    }
    const refusal = refusalOfEndpoint(endpoint);
    if (refusal) throw fieldError(400, 'endpoint', refusal);
    if (!isPoint(keys.p256dh))
      throw fieldError(400, 'keys', 'The key p256dh must be a point of the curve P-256.');
    // A session that does not stay leaves nothing to read on its device, so no notification is shown there either.
    const [kept] = await sql`
      select 1 from sessions where id = ${sessionId} and cookie_hash is not null for update`;
    if (!kept) {
      throw new ApiError(409, 'Sign in with “Keep me signed in” to be notified on this device.', {
        code: 'session_not_kept',
      });
    }
    await sql`
      delete from push_subscriptions where session_id = ${sessionId} and endpoint <> ${endpoint}
        or id in (
          select id from push_subscriptions where user_id = ${user.id} and endpoint <> ${endpoint}
          order by last_used_at desc, id desc offset ${MOST_SUBSCRIPTIONS - 1})`;
    // An endpoint that another session had is this one's now: a browser has one.
    await sql`
      insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
      values (${sessionId}, ${user.id}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
      on conflict (endpoint) do update set session_id = excluded.session_id, user_id = excluded.user_id,
        p256dh = excluded.p256dh, auth = excluded.auth, last_used_at = now()`;
    return { message: 'This device is notified.' };
  });

  registerRoute(app, routes.unsubscribePush, async ({ sql, sessionId }) => {
    await sql`delete from push_subscriptions where session_id = ${sessionId}`;
    return { message: 'This device is not notified any more.' };
  });
}

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
