// `npx tsx tests/bench/rentRoll.ts`: how long a server takes to answer the rent roll of 10,000 leases, the report of their
// month, its journal and what waits for management, embedded and on a PostgreSQL server of this machine. Each is the median of five.
import { postLeaseCharges } from '../../server/resources/leases/postLeaseCharges.ts';
import type { Database, Sql } from '../../server/database/database.ts';
import { openDatabase } from '../../server/database/openDatabase.ts';
import { testDatabase } from '../support/server/databases/database.ts';
import { startPostgres } from '../support/server/databases/postgres.ts';
import { testServer } from '../support/server/server.ts';
import { say } from './figure.ts';

const LEASES = 10_000;

async function measure(where: string, database: Database): Promise<void> {
  const server = await testServer({ NODE_ENV: 'production' }, { database });
  await insertLeases(database.sql);
  const now = new Date();
  await postLeaseCharges(database, { zone: 'UTC', now });
  await database.sql`analyze`;
  const manager = await server.token('manager');
  const month = `${now.toISOString().slice(0, 7)}-01`;
  for (const path of [
    '/books/rent-roll',
    `/books/months/${month}`,
    `/books/journal?from=${month}&to=${month}`,
    '/today',
  ]) {
    const times: number[] = [];
    let bytes = 0;
    for (let count = 0; count < 5; count += 1) {
      const began = performance.now();
      const answer = await server.call('GET', path, { as: manager });
      times.push(performance.now() - began);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      bytes = answer.body.length;
    }
    const median = times.sort((a, b) => a - b)[2] ?? 0;
    say(`${where}: ${path.split('?')[0]}: ${median.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB`);
  }
  await server.close();
}

/** Leases since January with rent on the 1st, each of a person of their own, in a house of their own. */
async function insertLeases(sql: Sql): Promise<void> {
  await sql`insert into properties (property_name, address) values ('Tower', '1 Tower Road')`;
  await sql`
    insert into units (property_id, unit_number)
    select (select max(id) from properties), number::text from generate_series(1, ${LEASES}::int) as number`;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select 'tenant' || id, id || '@example.com', '', 'Robin', 'Hale', id from units
    where property_id = (select max(id) from properties)`;
  await sql`
    insert into leases (unit_id, starts, proration)
    select unit, '2026-01-01', 'actual_days' from users where username like 'tenant%'`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select leases.id, users.id, 1 from leases join users on users.unit = leases.unit_id where username like 'tenant%'`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month)
    select id, 'rent', 1200, 1, '2026-01-01' from leases`;
}

await measure('Embedded', await testDatabase());
const postgres = await startPostgres({ durable: true });
try {
  await measure('PostgreSQL', await openDatabase({ url: postgres.url }));
} finally {
  await postgres.stop();
}
// The embedded database would keep the process.
process.exit(0);
