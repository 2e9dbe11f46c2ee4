import { afterAll, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { serverDatabase } from '../support/server/databases/database.ts';
import { killedPostings, type PostingFigures } from '../support/server/kills/postingKills.ts';
import { postgresIfInstalled } from '../support/server/databases/postgres.ts';

const leases = Number(process.env.POSTING_LEASES ?? runs(250, 1000));
const kills = Number(process.env.POSTING_KILLS ?? runs(2, 10));
const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

function expectOnce({ postedAtKills, ...figures }: PostingFigures): void {
  expect(figures).toEqual({ posted: figures.expected, expected: leases * 10, wrong: 0, discrepancies: [] });
  // Some were killed before everything was posted.
  expect(Math.min(...postedAtKills)).toBeLessThan(figures.expected);
}

test('whatever kills the server while it catches up on rent, each month of each charge is posted once', async () => {
  expectOnce(await killedPostings({ leases, kills }));
});

// Part of the suite only where PostgreSQL is installed.
const whereInstalled: typeof test | (() => void) = postgres ? test : () => undefined;

whereInstalled(
  'two processes on PostgreSQL that are killed post each month of each charge once',
  async () => {
    const own = await serverDatabase(postgres!.url);
    expectOnce(await killedPostings({ leases, kills, url: own.url }));
    await own.drop();
  },
);
