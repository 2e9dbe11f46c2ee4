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
    'This database contains the demo, whose passwords are public: set DATA_DIR or DATABASE_URL to an empty one.',
  );
}
