import type { SendMailOptions } from 'nodemailer';
import { notificationRules } from '../../../contract/notifications/notification.ts';
import { API_PREFIX } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { MailSettings } from '../../configuration/configuration.ts';
import type { Context } from '../../context.ts';
import { readReceipt } from '../../resources/ledger/receipts.ts';
import type { Delivery } from '../channel.ts';
import { nameOfCommunity } from '../../../contract/community/community.ts';
import { readSettings } from '../../community/settings.ts';
import { linkOf } from './link.ts';
import { bodyOf, buttonOf, nameOf } from './mailWords.ts';
import { mailHtml, mailText, type MailParts } from './mailBody.ts';
import { receiptPage } from './receiptPage.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** The screen of what one is told of. */
const PREFERENCES = '/notifications/preferences';

/** The Content-ID of the community's picture. */
const LOGO = 'logo@porchlight';

/** One mail: its text, the same as HTML, its headers, and the receipt of a payment. */
export async function composeMail(
  context: Context,
  mail: MailSettings,
  delivery: Delivery,
): Promise<SendMailOptions> {
  const settings = await readSettings(context.database.sql);
  const community = nameOfCommunity(settings);
  const { title, first_name, email } = delivery;
  const name = nameOf(delivery);
  const unsubscribe = unsubscribeLink(context, mail, delivery);
  const isAccountless = !notificationRules(delivery.kind)?.listed;
  const parts: MailParts = {
    ...{ community, title, unsubscribe },
    body: bodyOf(delivery, context.zone.current()),
    greeting: name === undefined ? 'Hello,' : `Hello ${first_name},`,
    link: linkOf(context, mail, delivery),
    button: buttonOf(delivery),
    logo: settings.logo === null ? undefined : LOGO,
    preferences: isAccountless ? undefined : new URL(PREFERENCES, mail.publicUrl).href,
  };
  return {
    from: senderOf(mail.from, community),
    to: { name: name ?? '', address: email },
    subject: title,
    // Stable, so that a mail that is sent again after its answer was lost is known as the same.
    messageId: `<${delivery.event_id}.${delivery.user_id}@${new URL(mail.publicUrl).hostname}>`,
    text: mailText(parts),
    html: mailHtml(parts),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    ...(unsubscribe ? { list: { unsubscribe } } : {}),
    attachments: [...pictureOf(settings.logo), ...(await attachmentsOf(context, delivery, community))],
  };
}

/** With the community's name where the setting is an address alone. */
function senderOf(from: string, community: string): SendMailOptions['from'] {
  return from.includes('<') ? from : { name: community, address: from };
}

/** Where a mail that can be switched off is switched off (RFC 8058). */
function unsubscribeLink(
  context: Context,
  mail: MailSettings,
  { kind, user_id }: Delivery,
): string | undefined {
  if (notificationRules(kind)?.mandatory) return undefined;
  const link = new URL(`${API_PREFIX}${routes.unsubscribe.path}`, mail.publicUrl);
  link.searchParams.set('token', unsubscribeToken(context.secrets.unsubscribe, { user_id, kind }));
  return link.href;
}

/** The community's picture, shown in the mail and not beside it. */
function pictureOf(logo: string | null): NonNullable<SendMailOptions['attachments']> {
  if (logo === null) return [];
  const content = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64');
  return [
    { filename: 'logo.png', content, contentType: 'image/png', cid: LOGO, contentDisposition: 'inline' },
  ];
}

async function attachmentsOf(
  context: Context,
  { kind, data, user_id }: Delivery,
  community: string,
): Promise<NonNullable<SendMailOptions['attachments']>> {
  if (kind !== 'payment_received') return [];
  const receipt = await readReceipt(context.database.sql, Number(data.entry_id), {
    id: user_id,
    is_manager: false,
  });
  if (!receipt) return [];
  const content = receiptPage(receipt, { community, zone: context.zone.current() });
  return [{ filename: `receipt-${receipt.number}.html`, content, contentType: 'text/html; charset=utf-8' }];
}
