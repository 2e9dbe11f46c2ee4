import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningSecret } from '../auth/signingSecrets.ts';

const WINDOW = 12 * 60 * 60;
const HOLDS_AFTER = 24 * 60 * 60;

export interface PhotoUrls {
  /** The path with its query, `?expires=…&signature=…`. */
  sign(path: string, now: Date): string;
  /** False for a forged, expired or malformed query. */
  verify(path: string, query: unknown, now: Date): Promise<boolean>;
}

/**
 * Signs URLs of photos that are valid without a session for a while. A URL stays the same within each half day (UTC), so
 * that a list keeps its ETag, and is valid for a day after that half day. `path` is the exact path without a query.
 */
export function photoUrls(secret: SigningSecret): PhotoUrls {
  if (secret.current().length < 16)
    throw new Error('The secret for photo addresses must have at least 16 characters.');

  // The purpose is signed too, so that signatures for another purpose are not valid here.
  const signature = (key: string, path: string, expires: string) =>
    createHmac('sha256', key).update(`photo address\n${expires}\n${path}`).digest('base64url');

  return {
    sign(path, now) {
      const seconds = now.getTime() / 1000;
      const expires = String((Math.floor(seconds / WINDOW) + 1) * WINDOW + HOLDS_AFTER);
      return `${path}?expires=${expires}&signature=${signature(secret.current(), path, expires)}`;
    },

    async verify(path, query, now) {
      if (typeof query !== 'object' || query === null) return false;
      const { expires, signature: received } = query as { expires?: unknown; signature?: unknown };
      if (typeof expires !== 'string' || typeof received !== 'string') return false;
      if (!/^\d{1,12}$/.test(expires)) return false;
      // An expired address needs no secret to be refused.
      if (now.getTime() >= Number(expires) * 1000) return false;
      const actual = Buffer.from(received);
      const verified = await secret.verify((key) => {
        const expected = Buffer.from(signature(key, path, expires));
        return (actual.length === expected.length && timingSafeEqual(actual, expected)) || undefined;
      });
      return verified === true;
    },
  };
}
