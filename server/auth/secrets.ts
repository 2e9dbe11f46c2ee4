import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The name of the row in `secrets` that marks a database with demo data. */
export const DEMO_MARK = 'demo';

/**
 * Refuses a database with demo data.
 * @throws {Error} with a message for the operator
 */
export async function refuseDemo(database: Database): Promise<void> {
  const [demo] = await database.sql`select 1 from secrets where name = ${DEMO_MARK}`;
  if (!demo) return;
  throw new Error(
    'This database holds the demo, whose passwords are public: set DATA_DIR or DATABASE_URL to an empty one.',
  );
}

/** The secret of this name, created at the first start and shared by all processes of one database. */
export async function serverSecret(database: Database, name: string): Promise<string> {
  const fresh = randomBytes(48).toString('base64url');
  await database.sql`insert into secrets (name, secret) values (${name}, ${fresh}) on conflict do nothing`;
  const [stored] = await database.sql<{ secret: string }>`select secret from secrets where name = ${name}`;
  if (!stored) throw new Error(`The secret ${name} was just written and is not there.`);
  return stored.secret;
}
