import sqlTag from 'sql-template-tag';
import type { Context } from '../../context.ts';
import type { Channel } from '../channel.ts';
import { composeMail } from './compose.ts';
import { openTransport, outcomeOf, SEND_WITHIN } from './transport.ts';

/** An address that stands in an envelope and a header as it is: without quotes, brackets, commas and control characters. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** How many connections to the mail server are held at once. */
const CONNECTIONS = 3;

/** Mail by SMTP; undefined where it is not configured. */
export function emailChannel(context: Context): Channel | undefined {
  const { mail } = context.configuration;
  if (!mail) return undefined;
  const transport = openTransport(mail, CONNECTIONS);
  return {
    name: 'email',
    // An address that was changed is told at the one before.
    reaches: sqlTag`coalesce(taken.data ->> 'address', users.email) <> ''`,
    concurrency: CONNECTIONS,
    async send(delivery) {
      const { address = delivery.email } = delivery.data;
      const email = String(address);
      // A link that confirms another address than the account has now confirms nothing.
      if (delivery.kind === 'email_confirmation' && email !== delivery.email) return 'gone';
      if (!ADDRESS.test(email)) return { refused: 'The email address cannot be written to.' };
      const message = await composeMail(context, mail, { ...delivery, email });
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
