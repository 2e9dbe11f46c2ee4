import type { FastifyInstance } from 'fastify';
import { notificationRules } from '../../../contract/notifications/notification.ts';
import { API_PREFIX } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { communityName } from '../../community/settings.ts';
import { escapeHtml } from '../../notifications/email/html.ts';
import { readUnsubscribeToken, type Unsubscription } from '../../notifications/email/unsubscribe.ts';

/** The routes behind the link of a mail, by which its reader unsubscribes without signing in (RFC 8058). */
export function unsubscribe(app: FastifyInstance): void {
  const { secrets } = app.context;

  /** @throws {ApiError} 403 for a link that this server did not sign, or of what cannot be switched off */
  async function unsubscriptionOf(token: string): Promise<Unsubscription & { label: string }> {
    const unsubscription = await readUnsubscribeToken(secrets.unsubscribe, token);
    const rules = unsubscription && notificationRules(unsubscription.kind);
    if (!rules || rules.mandatory) throw new ApiError(403, 'This link is not valid.');
    return { ...unsubscription, label: rules.label };
  }

  registerRoute(app, routes.confirmUnsubscribe, async ({ sql, query: { token } }) => {
    const { label } = await unsubscriptionOf(token);
    const action = `${API_PREFIX}${routes.unsubscribe.path}?token=${encodeURIComponent(token)}`;
    return page(sql, {
      title: `No more mail about “${label}”?`,
      body: `<form method="post" action="${escapeHtml(action)}"><button>Unsubscribe</button></form>`,
    });
  });

  // Mail programs post a form, of which nothing is read; other routes take none.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    registerRoute(scope, routes.unsubscribe, {
      // A secret may have to be looked up again, which is no part of a transaction.
      prepare: ({ query: { token } }) => unsubscriptionOf(token),
      handle: async ({ sql, prepared: { user_id, kind, label } }) => {
        await sql`
          insert into notification_preferences (user_id, kind, channel, wanted)
          select id, ${kind}, 'email', false from users where id = ${user_id}
          on conflict (user_id, kind, channel) do update set wanted = false`;
        return page(sql, {
          title: 'You are unsubscribed',
          body: `<p>There will be no more mail about “${escapeHtml(label)}”. Your notifications in the app stay as they are.</p>`,
        });
      },
    });
  });
}

/** A page without scripts and styles, which the headers of data would refuse. */
async function page(sql: Sql, { title, body }: { title: string; body: string }): Promise<string> {
  const community = escapeHtml(await communityName(sql));
  const heading = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${heading}</title>
</head>
<body>
<main>
<p>${community}</p>
<h1>${heading}</h1>
${body}
</main>
</body>
</html>
`;
}
