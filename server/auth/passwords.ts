import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB and two passes, the minimum of the OWASP Password Storage Cheat Sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** The same hash for the same text and salt (base64), to look it up by. */
export function hashWithSalt(text: string, salt: string): Promise<string> {
  return hash(text, { ...COST, salt: Buffer.from(salt, 'base64') });
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether a password matches a hash. Without a hash it takes as long and returns false, so that timing does not reveal
 * which usernames exist.
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword('no account has this password');
  const fits = await verify(passwordHash ?? (await dummyHash), password);
  return fits && passwordHash !== undefined;
}
