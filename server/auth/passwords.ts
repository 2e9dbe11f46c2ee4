import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB and two passes, the least that the OWASP Password Storage Cheat Sheet names for it. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether a password fits a hash. Without a hash it takes as long and says no, so that the time of an answer
 * does not tell which names exist.
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword('no account has this password');
  const fits = await verify(passwordHash ?? (await dummyHash), password);
  return fits && passwordHash !== undefined;
}
