import type { MailSettings } from '../../configuration.ts';
import type { Context } from '../../context.ts';
import type { Delivery } from '../channel.ts';

/**
 * Where a mail leads. A link that carries a secret is made here, as the mail is sent, from what the event names in its
 * `data`: events are stored, and kept in backups.
 */
export function linkOf(_context: Context, mail: MailSettings, { path }: Delivery): string {
  return new URL(path, mail.publicUrl).href;
}
