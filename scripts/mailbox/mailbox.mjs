// The mailbox of `npm run dev`: a mail server on loopback that delivers nothing, and pages that show what it caught.
import { createServer } from 'node:http';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { attachmentOf, htmlOf, listPage, mailPage, notFoundPage } from './mailboxPages.mjs';

/** How many mails are kept, the newest. */
const MOST_MAILS = 200;

/** @typedef {import('./mailboxPages.mjs').CaughtMail} CaughtMail */

/** @param {import('node:stream').Readable} stream */
async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @param {{ listen: Function, once: Function }} server @param {number} port */
const listen = (server, port) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });

/** @param {import('node:net').Server | import('node:http').Server} server */
function portOf(server) {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Starts both, each on a free port. Mails are kept in memory, so that they outlast a restart of the server, and end with
 * `npm run dev`.
 * @returns {Promise<{ smtpUrl: string, port: number, close: () => Promise<void> }>} `port` is that of the pages
 */
export async function startMailbox() {
  /** @type {CaughtMail[]} the newest first */
  const mails = [];
  let count = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      bytesOf(stream)
        .then((bytes) => PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' }))
        .then((mail) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          count += 1;
          mails.unshift({ id: count, received: new Date(), to, mail });
          mails.splice(MOST_MAILS);
          done();
        })
        .catch(done);
    },
  });
  // A server that is restarted while it sends resets its connection.
  smtp.on('error', (error) => console.warn(`The mailbox: ${error.message}`));
  await listen(smtp, 0);

  const pages = createServer((request, response) => {
    const { status = 200, type = 'text/html; charset=utf-8', ...answer } = answerTo(mails, request.url ?? '');
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...answer.headers });
    response.end(answer.body);
  });
  await listen(pages, 0);
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    port: portOf(pages),
    close: async () => {
      pages.closeAllConnections();
      await new Promise((resolve) => pages.close(resolve));
      await new Promise((resolve) => smtp.close(() => resolve(undefined)));
    },
  };
}

/**
 * @param {readonly CaughtMail[]} mails
 * @param {string} url
 * @returns {import('./mailboxPages.mjs').Answer}
 */
function answerTo(mails, url) {
  const [, id, part, index] =
    /^\/mailbox(?:\/(\d+)(?:\/(html|attachments)(?:\/(\d+))?)?)?\/?(?:\?.*)?$/.exec(url) ?? [];
  if (id === undefined) return /^\/mailbox\/?(\?.*)?$/.test(url) ? listPage(mails) : notFoundPage();
  const caught = mails.find((each) => each.id === Number(id));
  if (!caught) return notFoundPage();
  if (part === 'html') return htmlOf(caught);
  if (part === 'attachments') return attachmentOf(caught, Number(index)) ?? notFoundPage();
  return mailPage(caught);
}
