import type { Configuration } from '../configuration/configuration.ts';

interface PushSettings {
  /** The origin of the app, which its notifications lead to. */
  publicUrl: string;
  /** Whom push services may ask about this server's messages (RFC 8292): an address of https or mailto. */
  subject: string;
}

/**
 * How push messages are sent; undefined where none are. The subject is the server's public address, or else the address
 * that its mail comes from: Apple refuses messages of localhost.
 */
export function pushSettings({ PUBLIC_URL, MAIL_FROM }: Configuration): PushSettings | undefined {
  if (!PUBLIC_URL) return undefined;
  if (PUBLIC_URL.startsWith('https:')) return { publicUrl: PUBLIC_URL, subject: PUBLIC_URL };
  const address = MAIL_FROM?.match(/[^\s<>]+@[^\s<>]+/)?.[0];
  return address ? { publicUrl: PUBLIC_URL, subject: `mailto:${address}` } : undefined;
}
