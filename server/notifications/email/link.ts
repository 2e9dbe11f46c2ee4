import type { FastifyInstance } from 'fastify';
import type { MailSettings } from '../../configuration.ts';
import type { Delivery } from '../channel.ts';

/**
 * Where a mail leads. A link that carries a secret is made here, as the mail is sent, from what the event names in its
 * `data`: events are stored, and kept in backups.
 */
export function linkOf(_app: FastifyInstance, mail: MailSettings, { path }: Delivery): string {
  return new URL(path, mail.publicUrl).href;
}
