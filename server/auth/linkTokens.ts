import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningSecret } from './signingSecrets.ts';

/** What a link is for, so that one of them never passes for another. */
type Purpose = 'invitation' | 'email confirmation' | 'password reset';

/** Of 32 bytes, which nobody guesses, so that a printed code stays coarse. */
const SIGNATURE_BYTES = 16;

export interface LinkTokens {
  /** The token of a row with this UUID: the row and a signature, 43 characters of base64url. */
  make(purpose: Purpose, id: string): string;
  /** The UUID that a token names; undefined for one that was not made here for this purpose. */
  read(purpose: Purpose, token: string): Promise<string | undefined>;
}

/**
 * Tokens in links that are sent or printed. They are computed from the row's id and a secret of the server, so that a letter
 * can be printed again. The secret is in the database too: whoever has a backup can compute every link in it. Whether a row is still valid is the table's to say.
 */
export function linkTokens(secret: SigningSecret): LinkTokens {
  return {
    make: (purpose, id) => encode(id, sign(secret.current(), purpose, id)),
    async read(purpose, token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== 16 + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return undefined;
      const id = uuidOf(bytes.subarray(0, 16));
      return secret.verify((key) =>
        timingSafeEqual(bytes.subarray(16), sign(key, purpose, id)) ? id : undefined,
      );
    },
  };
}

function sign(key: string, purpose: Purpose, id: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${id}`).digest().subarray(0, SIGNATURE_BYTES);
}

function encode(id: string, signature: Buffer): string {
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), signature]).toString('base64url');
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
