import { createECDH } from 'node:crypto';
import webpush from 'web-push';
import { VAPID_SECRET } from '../auth/signingSecrets.ts';
import type { Sql } from '../database/database.ts';

/** The key pair that signs messages towards push services (RFC 8292), as base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys of a database, made when they are first asked for. Browsers subscribe with the public key, so another pair
 * would end every subscription; `replaceSecrets` removes them after a leak, which ends all sessions too.
 */
export async function vapidKeys(sql: Sql): Promise<VapidKeys> {
  const stored = await readPrivateKey(sql);
  if (stored) return pairOf(stored);
  await sql`
    insert into secrets (name, secret) values (${VAPID_SECRET}, ${webpush.generateVAPIDKeys().privateKey})
    on conflict do nothing`;
  const made = await readPrivateKey(sql);
  if (!made) throw new Error('The keys of Web Push were not stored.');
  return pairOf(made);
}

async function readPrivateKey(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ secret: string }>`select secret from secrets where name = ${VAPID_SECRET}`;
  return row?.secret;
}

function pairOf(privateKey: string): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return { privateKey, publicKey: curve.getPublicKey('base64url') };
}
