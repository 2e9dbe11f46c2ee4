import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../configuration/configuration.ts';
import type { Outcome } from '../channel.ts';

/** How long one mail may take in all, in milliseconds: less than the deliverer's lease. */
export const SEND_WITHIN = 60_000;

/** A pool of connections to the mail server. */
export function openTransport({ url }: MailSettings, maxConnections: number) {
  const { hostname, searchParams } = new URL(url);
  const isNear = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return createTransport({
    url,
    pool: true,
    maxConnections,
    // The deliverer tries again, and it alone: the pool would send a mail twice whose answer was lost.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    // Residents' names and balances do not cross a network in plain text, unless the address says so.
    ...(isNear || searchParams.has('requireTLS') ? {} : { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Commands after which a refusal is about this mail and not about the server. */
const OF_THIS_MAIL = ['RCPT TO', 'DATA'];

/** What a failed try means: a mail server that says 5xx to the recipient or the mail will say it again. */
export function outcomeOf(error: unknown): Outcome {
  const { message, code, responseCode, command } = error as {
    message: string;
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const isFinal = responseCode !== undefined && responseCode >= 500 && OF_THIS_MAIL.includes(command ?? '');
  const told = { code: responseCode ?? code };
  return isFinal ? { refused: message, ...told } : { retry: message, ...told };
}
