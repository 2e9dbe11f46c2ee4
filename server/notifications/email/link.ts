import type { MailSettings } from '../../configuration/configuration.ts';
import type { Context } from '../../context.ts';
import type { Delivery } from '../channel.ts';

/** The mails whose links carry a secret, by the page that each leads to. */
const SECRET_LINKS = {
  invitation: { purpose: 'invitation', page: '/invitation' },
  email_confirmation: { purpose: 'email confirmation', page: '/confirm-email' },
  password_reset: { purpose: 'password reset', page: '/new-password' },
} as const;

/**
 * Where a mail leads. A link that carries a secret is made here, as the mail is sent, from what the event names in its
 * `data`, so that lists of events show no link that opens something. The database has both it and the secret by which links are
 * computed, and so has each backup. The secret stands behind the #, which no browser sends to a server.
 */
export function linkOf(context: Context, mail: MailSettings, delivery: Delivery): string {
  const { kind, path, data } = delivery;
  if (!isSecret(kind)) return new URL(path, mail.publicUrl).href;
  const { purpose, page } = SECRET_LINKS[data.resets ? 'password_reset' : kind];
  return new URL(`${page}#${context.linkTokens.make(purpose, String(data.link))}`, mail.publicUrl).href;
}

function isSecret(kind: string): kind is keyof typeof SECRET_LINKS {
  return Object.hasOwn(SECRET_LINKS, kind);
}
