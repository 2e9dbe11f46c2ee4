import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** The server's own secret of this name: made at the first start, the same for every process of one database. */
export async function ownSecret(database: Database, name: string): Promise<string> {
  const fresh = randomBytes(48).toString('base64url');
  await database.sql`insert into secrets (name, secret) values (${name}, ${fresh}) on conflict do nothing`;
  const [kept] = await database.sql<{ secret: string }>`select secret from secrets where name = ${name}`;
  if (!kept) throw new Error(`The secret ${name} was just written and is not there.`);
  return kept.secret;
}
