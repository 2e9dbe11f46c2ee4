import { afterAll, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { serverDatabase } from '../support/server/databases/database.ts';
import { killRounds } from '../support/server/kills/kills.ts';
import { postgresIfInstalled } from '../support/server/databases/postgres.ts';

const ROUNDS = runs(2, 20);
const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

test('a killed server loses no acknowledged change and leaves none half made', async () => {
  const { faults, acknowledged, cutOff } = await killRounds(ROUNDS);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(ROUNDS);
  expect(cutOff).toBeGreaterThan(0);
});

// Part of the suite only where PostgreSQL is installed.
const whereInstalled: typeof test | (() => void) = postgres ? test : () => undefined;

whereInstalled(
  'a server killed in the middle of its work on PostgreSQL loses nothing it acknowledged either',
  async () => {
    const own = await serverDatabase(postgres!.url);
    const { faults, acknowledged, cutOff } = await killRounds(ROUNDS, own.url);
    await own.drop();
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(ROUNDS);
    expect(cutOff).toBeGreaterThan(0);
  },
);
