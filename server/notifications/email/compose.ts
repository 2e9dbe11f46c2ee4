import type { FastifyInstance } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import type { MailSettings } from '../../configuration.ts';
import type { Delivery } from '../channel.ts';
import { communityName } from '../communityName.ts';
import { linkOf } from './link.ts';

/** One mail: its text, the same as HTML, and the headers. */
export async function composeMail(
  app: FastifyInstance,
  mail: MailSettings,
  delivery: Delivery,
): Promise<SendMailOptions> {
  const community = await communityName(app.context.database.sql);
  const link = linkOf(app, mail, delivery);
  return {
    from: mail.from,
    to: { name: `${delivery.first_name} ${delivery.last_name}`, address: delivery.email },
    subject: delivery.title,
    messageId: `<${delivery.event_id}.${delivery.user_id}@${new URL(mail.publicUrl).hostname}>`,
    date: new Date(delivery.created_at),
    text: `${delivery.title}\n\n${delivery.body}\n\n${link}\n\n${community}\n`,
  };
}
