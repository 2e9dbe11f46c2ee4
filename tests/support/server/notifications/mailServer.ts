import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface CaughtMail {
  /** Of the envelope. */
  from: string;
  to: string[];
  /** As it came over the wire. */
  source: string;
  messageId: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  mails: CaughtMail[];
  close(): Promise<void>;
}

/** The value of a header of a mail, its lines joined; undefined where there is none. */
export function headerOf(source: string, name: string): string | undefined {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
}

/** The parts of a mail as they are read. */
export function readableMail({ source }: CaughtMail): string {
  const text = source.replace(/=\r\n/g, '');
  const bytes = text.replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/**
 * A real SMTP server on loopback that keeps what it accepts, and answers so many milliseconds later; options let it refuse.
 */
export async function startMailServer({
  port = 0,
  answerAfter = 0,
  ...options
}: SMTPServerOptions & { port?: number; answerAfter?: number } = {}): Promise<MailServer> {
  const mails: CaughtMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
          messageId: headerOf(source, 'Message-ID') ?? '',
        });
        setTimeout(done, answerAfter);
      }, done);
    },
    ...options,
  });
  // A client that is killed resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
