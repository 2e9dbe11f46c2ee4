import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import type { Channel } from '../channel.ts';
import { composeMail } from './compose.ts';
import { openTransport, outcomeOf, SEND_WITHIN } from './transport.ts';

/** How many connections to the mail server are held at once. */
const CONNECTIONS = 3;

/** Mail by SMTP; undefined where it is not configured. */
export function emailChannel(app: FastifyInstance): Channel | undefined {
  const { mail } = app.context.configuration;
  if (!mail) return undefined;
  const transport = openTransport(mail, CONNECTIONS);
  return {
    name: 'email',
    reaches: sqlTag`users.email <> ''`,
    concurrency: CONNECTIONS,
    async send(delivery) {
      const message = await composeMail(app, mail, delivery);
      try {
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(SEND_WITHIN) });
        return 'sent';
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}
