import { escapeHtml } from './html.ts';

/** What a mail says; links are absolute. */
export interface MailParts {
  community: string;
  greeting: string;
  title: string;
  body: string;
  link: string;
  /** Where one chooses what one is told of; undefined for who may have no account yet. */
  preferences: string | undefined;
  /** Where mails of this kind are switched off; undefined where they cannot be. */
  unsubscribe: string | undefined;
}

export function mailText(parts: MailParts): string {
  const { community, greeting, title, body, link, preferences, unsubscribe } = parts;
  const footer = [
    community,
    ...(preferences ? [`Choose what you are told of: ${preferences}`] : []),
    ...(unsubscribe ? [`No more mail of this kind: ${unsubscribe}`] : []),
  ];
  return `${greeting}\n\n${title}\n\n${body}\n\n${link}\n\n-- \n${footer.join('\n')}\n`;
}

const TEXT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;line-height:1.5';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600';
const SMALL = 'font-size:13px;color:#6b7280';

/** One column of inline styles, which mail programs understand; no pictures, which many do not load. */
export function mailHtml(parts: MailParts): string {
  const { community, greeting, title, body, link, preferences, unsubscribe } = parts;
  const paragraphs = body
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
  const anchor = (href: string, text: string, style: string) =>
    `<a href="${escapeHtml(href)}" style="${style}">${text}</a>`;
  const footer = [
    escapeHtml(community),
    ...(preferences ? [anchor(preferences, 'Choose what you are told of', SMALL)] : []),
    ...(unsubscribe ? [anchor(unsubscribe, 'No more mail of this kind', SMALL)] : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;${TEXT}">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
${paragraphs}
<p style="margin:24px 0">${anchor(link, 'Open', BUTTON)}</p>
<p style="margin:32px 0 0;${SMALL}">${footer.join(' &middot; ')}</p>
</div>
</body>
</html>
`;
}
