// The pages of the mailbox of `npm run dev`: the list of mails, one mail, its HTML and its attachments.
import { escapeHtml } from '../escapeHtml.mjs';

/** @typedef {{ id: number, received: Date, to: string[], mail: import('postal-mime').Email }} CaughtMail */
/** @typedef {{ status?: number, type?: string, headers?: Record<string, string>, body: string | Buffer }} Answer */

/** The headers that are shown; others are those of any mail. */
const SHOWN_HEADERS = [
  'message-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'reply-to',
];

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 3rem; font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
ol { list-style: none; margin: 0; padding: 0 }
li { border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent) }
li > a { display: block; padding: .75rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere }
li > a:hover { text-decoration: underline } li strong { display: block }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0 }
dt, .small { opacity: .75 } .small { font-size: .875rem } dd { margin: 0; overflow-wrap: anywhere }
iframe { box-sizing: border-box; width: 100%; height: 40rem; border: 1px solid; border-radius: .5rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid; border-radius: .5rem; margin: 0 }
@media (max-width: 40rem) { dl { grid-template-columns: minmax(0, 1fr) } dd { margin-bottom: .5rem } }
`;

/**
 * @param {string} title
 * @param {string} body
 * @param {string} [head]
 * @returns {Answer}
 */
const page = (title, body, head = '') => ({
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>${head}
</head>
<body>
${body}
</body>
</html>
`,
});

/** @param {Date} date */
const timeOf = (date) =>
  `<time datetime="${date.toISOString()}">${date.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'medium' })}</time>`;

/** @param {import('postal-mime').Address | undefined} address */
const senderOf = (address) => (address ? `${address.name} <${address.address ?? ''}>`.trim() : '');

/** @param {readonly CaughtMail[]} mails the newest first */
export function listPage(mails) {
  const rows = mails.map(
    ({ id, received, to, mail }) =>
      `<li><a href="/mailbox/${id}"><strong>${escapeHtml(mail.subject ?? '')}</strong>${escapeHtml(senderOf(mail.from))} → ${escapeHtml(to.join(', '))}<br><span class="small">${timeOf(received)}</span></a></li>`,
  );
  const list =
    rows.length > 0
      ? `<ol>${rows.join('\n')}</ol>`
      : '<p>No mail yet. What the server sends appears here.</p>';
  const body = `<h1>Mailbox</h1>
<p class="small">Every mail of this server is caught here, and none is delivered. The newest comes first. This page looks again every five seconds.</p>
${list}`;
  return page('Mailbox', body, '<meta http-equiv="refresh" content="5">');
}

/** @param {CaughtMail} caught */
export function mailPage({ id, received, to, mail }) {
  const facts = [
    ['From', escapeHtml(senderOf(mail.from))],
    ['To', escapeHtml(to.join(', '))],
    ['Received', timeOf(received)],
    ...mail.headers
      .filter(({ key }) => SHOWN_HEADERS.includes(key))
      .map(({ originalKey, value }) => [escapeHtml(originalKey), escapeHtml(value)]),
  ];
  const attachments = mail.attachments.map(
    ({ filename, mimeType }, index) =>
      `<li><a href="/mailbox/${id}/attachments/${index}">${escapeHtml(filename ?? 'without a name')} <span class="small">${escapeHtml(mimeType)}</span></a></li>`,
  );
  const body = `<p><a href="/mailbox">Mailbox</a></p>
<h1>${escapeHtml(mail.subject ?? '')}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('\n')}</dl>
${attachments.length > 0 ? `<h2>Attachments</h2><ol>${attachments.join('\n')}</ol>` : ''}
<h2>HTML</h2>
${mail.html === undefined ? '<p>This mail has no HTML.</p>' : `<iframe title="The mail as HTML" src="/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
<h2>Plain text</h2>
<pre>${escapeHtml(mail.text ?? 'This mail has no plain text.')}</pre>`;
  return page(mail.subject ?? 'Mail', body);
}

/** The pictures of a mail are its own attachments; scripts do not run, and nothing is loaded from elsewhere. */
const SANDBOX =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/** @param {CaughtMail} caught @returns {Answer} */
export function htmlOf({ mail }) {
  let html = (mail.html ?? '').replaceAll('<a ', '<a target="_blank" ');
  for (const { contentId, mimeType, content } of mail.attachments) {
    if (contentId === undefined) continue;
    const data = `data:${mimeType};base64,${bytesOf(content).toString('base64')}`;
    html = html.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, data);
  }
  return { body: html, headers: { 'Content-Security-Policy': SANDBOX } };
}

/** @param {CaughtMail} caught @param {number} index @returns {Answer | undefined} */
export function attachmentOf({ mail }, index) {
  const attachment = mail.attachments[index];
  return (
    attachment && {
      body: bytesOf(attachment.content),
      type: attachment.mimeType === 'text/html' ? 'text/html; charset=utf-8' : attachment.mimeType,
      headers: { 'Content-Security-Policy': SANDBOX },
    }
  );
}

/** @param {import('postal-mime').Attachment['content']} content */
const bytesOf = (content) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

/** @returns {Answer} */
export const notFoundPage = () => ({
  ...page('Not found', '<h1>There is no such mail</h1><p><a href="/mailbox">Mailbox</a></p>'),
  status: 404,
});
