import { escapeHtml } from './html.ts';

/** What a mail says; links are absolute. */
export interface MailParts {
  community: string;
  greeting: string;
  title: string;
  body: string;
  link: string;
  /** What the button says. */
  button: string;
  /** The name of the attached picture of the community; undefined where it has none. */
  logo: string | undefined;
  /** Where one chooses what one is told of; undefined for who may have no account yet. */
  preferences: string | undefined;
  /** Where mails of this kind are switched off; undefined where they cannot be. */
  unsubscribe: string | undefined;
}

export function mailText(parts: MailParts): string {
  const { community, greeting, title, body, link, button, preferences, unsubscribe } = parts;
  const footer = [
    community,
    ...(preferences ? [`Choose what you are told of: ${preferences}`] : []),
    ...(unsubscribe ? [`No more mail of this kind: ${unsubscribe}`] : []),
  ];
  return `${greeting}\n\n${title}\n\n${body}\n\n${button}:\n${link}\n\n-- \n${footer.join('\n')}\n`;
}

const TEXT =
  'color:#261e15;background:#faf6ee;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#f4ac3d;color:#261805;text-decoration:none;font-weight:600';
const SMALL = 'font-size:13px;color:#665b4d';
/** Where a mail program honours it; the inline colours are those of light. */
const DARK = `@media (prefers-color-scheme: dark) {
body { background: #16120d !important; color: #f4eadb !important }
.small { color: #b9ab97 !important }
}`;

/** One column of inline styles, which mail programs understand. Its one picture travels with it, and stands above the name. */
export function mailHtml(parts: MailParts): string {
  const { community, greeting, title, body, link, button, logo, preferences, unsubscribe } = parts;
  const paragraphs = body
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
  const anchor = (href: string, text: string, style: string, name = '') =>
    `<a href="${escapeHtml(href)}"${name && ` class="${name}"`} style="${style}">${text}</a>`;
  const footer = [
    escapeHtml(community),
    ...(preferences ? [anchor(preferences, 'Choose what you are told of', SMALL, 'small')] : []),
    ...(unsubscribe ? [anchor(unsubscribe, 'No more mail of this kind', SMALL, 'small')] : []),
  ];
  // Without words of its own, so that the name stands once where pictures are blocked.
  const picture = logo
    ? `<img src="cid:${logo}" alt="" height="40" style="display:block;height:40px;max-width:100%;margin:0 0 8px">`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK}</style>
</head>
<body style="margin:0;padding:24px 16px;${TEXT}">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${picture}${escapeHtml(community)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${paragraphs}
<p style="margin:24px 0">${anchor(link, button, BUTTON)}</p>
<p class="small" style="margin:32px 0 0;${SMALL}">${footer.join(' &middot; ')}</p>
</div>
</body>
</html>
`;
}
