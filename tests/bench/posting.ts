// `npx tsx tests/bench/posting.ts`: how long the server takes to post the rent of 10,000 leases, embedded and on a PostgreSQL
// server of this machine that syncs to disk, and to find that nothing more has fallen due.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfiguration } from '../../server/configuration/configuration.ts';
import { createContext } from '../../server/process/createContext.ts';
import { postLeaseCharges } from '../../server/resources/leases/postLeaseCharges.ts';
import { insertLeases } from '../support/server/kills/postingKills.ts';
import { startPostgres } from '../support/server/databases/postgres.ts';
import { say } from './figure.ts';

const LEASES = 10_000;

async function measure(where: string, url?: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-posting-'));
  const { database } = await createContext(
    readConfiguration({
      ...{ NODE_ENV: 'production', DEMO: 'false', DATA_DIR: folder, LOG_LEVEL: 'error' },
      ...(url ? { DATABASE_URL: url } : {}),
    }),
  );
  await insertLeases(database.sql, LEASES);
  await database.sql`analyze`;
  const post = async () => {
    const began = performance.now();
    const posted = await postLeaseCharges(database, { zone: 'UTC', now: new Date('2026-01-02T12:00:00Z') });
    return { posted, seconds: ((performance.now() - began) / 1000).toFixed(2) };
  };
  const first = await post();
  const again = await post();
  say(`${where}: ${first.posted} charges in ${first.seconds} s, ${again.posted} more in ${again.seconds} s`);
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

await measure('Embedded');
const postgres = await startPostgres({ durable: true });
try {
  await measure('PostgreSQL', postgres.url);
} finally {
  await postgres.stop();
}
