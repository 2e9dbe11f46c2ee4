import { createHmac, timingSafeEqual } from 'node:crypto';
import { notificationRules } from '../../../contract/notifications/notification.ts';
import type { SigningSecret } from '../../auth/signingSecrets.ts';

/** Whose mail of which kind a link switches off. */
export interface Unsubscription {
  user_id: number;
  kind: string;
}

// The purpose is signed too, so that a signature for another purpose is not valid here.
const signatureOf = (key: string, { user_id, kind }: Unsubscription) =>
  createHmac('sha256', key).update(`unsubscribe\n${user_id}\n${kind}`).digest('base64url');

/** The token of a link to unsubscribe. It does not expire, and can do nothing else. */
export function unsubscribeToken(secret: SigningSecret, of: Unsubscription): string {
  return `${of.user_id}.${of.kind}.${signatureOf(secret.current(), of)}`;
}

/** What a token is for; undefined for one that this server did not sign. */
export async function readUnsubscribeToken(
  secret: SigningSecret,
  token: string,
): Promise<Unsubscription | undefined> {
  const [, id, kind = '', received = ''] = /^([1-9]\d{0,8})\.(\w+)\.([\w-]+)$/.exec(token) ?? [];
  if (!id || !notificationRules(kind)) return undefined;
  const of = { user_id: Number(id), kind };
  const actual = Buffer.from(received);
  return secret.verify((key) => {
    const expected = Buffer.from(signatureOf(key, of));
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? of : undefined;
  });
}
