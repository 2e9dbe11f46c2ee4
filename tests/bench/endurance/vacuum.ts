import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { vacuum } from '../../../server/database/vacuum.ts';
import { say } from '../figure.ts';

// `npx tsx tests/bench/endurance/vacuum.ts`: whether the embedded database's directory stays flat over a million rows that are
// inserted and deleted, without and with the job that vacuums.
const ROUNDS = 20;
const ROWS = 50_000;
const BATCH = 1000;

interface Subject {
  name: string;
  directory: string;
  database: Database;
  vacuums: boolean;
}

async function open(name: string, vacuums: boolean): Promise<Subject> {
  const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-vacuum-'));
  const database = await openDatabase({ directory });
  await database.sql`
    insert into users (username, email, password_hash, first_name, last_name)
    values ('ida', 'ida@example.com', '', 'Ida', 'Brandt')`;
  return { name, directory, database, vacuums };
}

/** A batch of what comes and goes in use: answered keys, sessions, counted attempts. */
async function insert({ sql }: Database, rows: number): Promise<void> {
  await sql`
    insert into idempotency_keys (user_id, route, key, request_digest, status, answer)
    select id, 'POST /maintenance', gen_random_uuid(), sha256(${randomUUID()}::bytea), 201, repeat('an answer ', 40)
    from users, generate_series(1, ${rows * 0.6})`;
  await sql`
    insert into sessions (user_id, cookie_hash, expires_at)
    select id, sha256(gen_random_uuid()::text::bytea), now() from users, generate_series(1, ${rows * 0.2})`;
  await sql`
    insert into attempts (subject) select 'guess ' || gen_random_uuid() from generate_series(1, ${rows * 0.2})`;
}

async function deleteAll({ sql }: Database): Promise<void> {
  await sql`delete from idempotency_keys`;
  await sql`delete from sessions`;
  await sql`delete from attempts`;
}

/** Vacuums as the job does; answers the longest wait in ms of a query that came meanwhile. */
async function vacuumAmidQueries(database: Database): Promise<number> {
  const done = new AbortController();
  const vacuumed = vacuum(database, new AbortController().signal).finally(() => done.abort());
  let longest = 0;
  while (!done.signal.aborted) {
    const asked = performance.now();
    await database.sql`select count(*) from users`;
    longest = Math.max(longest, performance.now() - asked);
  }
  await vacuumed;
  return longest;
}

async function megabytes(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}

const subjects = [await open('without', false), await open('with', true)];
let longestWait = 0;
for (let round = 1; round <= ROUNDS; round++) {
  const cells = [];
  for (const { name, directory, database, vacuums } of subjects) {
    for (let inserted = 0; inserted < ROWS; inserted += BATCH) await insert(database, BATCH);
    await deleteAll(database);
    if (vacuums) longestWait = Math.max(longestWait, await vacuumAmidQueries(database));
    const total = await megabytes(directory);
    const log = await megabytes(path.join(directory, 'postgres', 'pg_wal'));
    cells.push(`${name} the job ${total.toFixed(0)} MB (write-ahead log ${log.toFixed(0)})`);
  }
  say(`${(round * ROWS).toLocaleString('en-US')} rows inserted and deleted: ${cells.join(', ')}`);
}
say(`longest wait of a query while vacuuming: ${longestWait.toFixed(0)} ms`);
for (const { database, directory } of subjects) {
  await database.close();
  await rm(directory, { recursive: true });
}
