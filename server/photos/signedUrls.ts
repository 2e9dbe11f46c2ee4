import { createHmac, timingSafeEqual } from 'node:crypto';

const WINDOW = 12 * 60 * 60;
const HOLDS_AFTER = 24 * 60 * 60;

export interface PhotoUrls {
  /** The path with its query, `?expires=…&signature=…`. */
  sign(path: string, now: Date): string;
  /** False for anything forged, expired or malformed: the query is a stranger's. */
  verify(path: string, query: unknown, now: Date): boolean;
}

/**
 * Photo addresses that open without a session, for a while. An address stays the same within each half
 * day (UTC), so that a list of them keeps its ETag, and holds for a day after that half day ends.
 * `path` is the path alone, exactly as it will be asked for.
 */
export function photoUrls(secret: string): PhotoUrls {
  if (secret.length < 16) throw new Error('The secret for photo addresses must have at least 16 characters.');

  // The purpose is part of what is signed, so that no other use of the secret can be passed off as this.
  const signature = (path: string, expires: string) =>
    createHmac('sha256', secret).update(`photo address\n${expires}\n${path}`).digest('base64url');

  return {
    sign(path, now) {
      const seconds = now.getTime() / 1000;
      const expires = String((Math.floor(seconds / WINDOW) + 1) * WINDOW + HOLDS_AFTER);
      return `${path}?expires=${expires}&signature=${signature(path, expires)}`;
    },

    verify(path, query, now) {
      if (typeof query !== 'object' || query === null) return false;
      const { expires, signature: received } = query as { expires?: unknown; signature?: unknown };
      if (typeof expires !== 'string' || typeof received !== 'string') return false;
      if (!/^\d{1,12}$/.test(expires)) return false;
      const expected = Buffer.from(signature(path, expires));
      const actual = Buffer.from(received);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
      return now.getTime() < Number(expires) * 1000;
    },
  };
}
