import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createContext } from '../../../../server/process/createContext.ts';
import { readConfiguration } from '../../../../server/configuration/configuration.ts';
import type { Sql } from '../../../../server/database/database.ts';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { copyMigratedDatabase } from '../databases/embeddedCopies.ts';
import { kill, startProcess } from './killedProcess.ts';

/** The months that the server missed, and the one in which it is back. */
const MONTHS = 5;
const BACK = '2026-05-20T12:00:00Z';

interface Postings {
  leases: number;
  kills: number;
  /** Of a PostgreSQL server, where two processes post at once; otherwise the database is embedded. */
  url?: string;
}

export interface PostingFigures {
  /** How many charges were posted when a process was killed, for each kill. */
  postedAtKills: number[];
  /** The months that are posted in the end, and how many there should be. */
  posted: number;
  expected: number;
  /** The pairs of charge and month that have more or fewer than one entry. */
  wrong: number;
  discrepancies: string[];
}

/** Has processes post the charges of leases and kills them again and again, until the rest is posted in peace. */
export async function killedPostings({ leases, kills, url }: Postings): Promise<PostingFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-postings-'));
  const environment = {
    ...{ NODE_ENV: 'production', DEMO: 'false', DATA_DIR: folder, LOG_LEVEL: 'error' },
    ...(url ? { DATABASE_URL: url } : {}),
  };
  const open = () => createContext(readConfiguration(environment));
  const start = () => startProcess('postingProcess', { ...environment, NOW: BACK });
  if (!url) await copyMigratedDatabase(path.join(folder, 'database'));
  const empty = await open();
  await insertLeases(empty.database.sql, leases);
  await empty.database.close();

  const figures: PostingFigures = {
    postedAtKills: [],
    posted: 0,
    expected: leases * 2 * MONTHS,
    wrong: 0,
    discrepancies: [],
  };
  const together = url ? 2 : 1;
  for (let killed = 0; killed < kills; killed += together) {
    const processes = await Promise.all(Array.from({ length: together }, start));
    for (const each of processes) each.send('post');
    await pause(Math.random() * 150);
    for (const each of processes) await kill(each);
    const { database } = await open();
    figures.postedAtKills.push(await countPosted(database.sql));
    await database.close();
  }
  const last = await Promise.all(Array.from({ length: together }, start));
  for (const each of last) each.send('post');
  for (const each of last) {
    const [code] = each.exitCode === null ? ((await once(each, 'exit')) as [number | null]) : [each.exitCode];
    if (code !== 0) throw new Error(`A process that posts ended with ${code}.`);
  }

  const { database } = await open();
  figures.posted = await countPosted(database.sql);
  const [wrong] = await database.sql<{ count: number }>`
    select count(*) as count from (
      select charge.id, due.month from lease_charges as charge
      cross join generate_series('2026-01-01'::date, '2026-05-01'::date, '1 month') as due (month)
      left join lease_postings as posting on posting.lease_charge_id = charge.id and posting.month = due.month::date
      left join transactions as entry on entry.id = posting.transaction_id
        and entry.amount = charge.amount and entry.effective_on = posting.month + charge.due_day - 1
      group by charge.id, due.month having count(entry.id) <> 1
    ) as wrong`;
  figures.wrong = wrong?.count ?? 0;
  figures.discrepancies = await ledgerDiscrepancies(database);
  await database.close();
  await rm(folder, { recursive: true, force: true });
  return figures;
}

async function countPosted(sql: Sql): Promise<number> {
  const [entries] = await sql<{ count: number }>`select count(*) as count from transactions`;
  return entries?.count ?? 0;
}

/** Leases since January with rent on the 1st and parking on the 15th, each of a person of their own. */
export async function insertLeases(sql: Sql, count: number): Promise<void> {
  await sql`insert into properties (property_name, address) values ('Maple Court', '12 Maple Street')`;
  await sql`
    insert into units (property_id, unit_number) select 1, number::text from generate_series(1, ${count}::int) as number`;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select 'tenant' || id, id || '@example.com', '', 'Robin', 'Hale', id from units`;
  await sql`insert into leases (unit_id, starts, proration) select id, '2026-01-01', 'actual_days' from units`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select leases.id, users.id, 1 from leases join users on users.unit = leases.unit_id`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month)
    select leases.id, kind, amount + leases.id, due_day, '2026-01-01'
    from leases, (values ('rent', 1200, 1), ('parking', 45, 15)) as charge (kind, amount, due_day)`;
}
