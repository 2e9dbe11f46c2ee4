import { afterAll, expect, test } from 'vitest';
import { serverDatabase } from '../support/server/databases/database.ts';
import { postgresIfInstalled } from '../support/server/databases/postgres.ts';
import { runs } from '../support/runs.ts';
import { killedCharging, type ChargingFigures } from './autopay/autopayKills.ts';

const people = Number(process.env.CHARGING_PEOPLE ?? runs(45, 100));
const kills = Number(process.env.CHARGING_KILLS ?? runs(2, 8));
const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

function expectOnce({ claimedAtKills, paidByHand, ...figures }: ChargingFigures): void {
  expect(figures).toEqual({ paidOnce: people, people, discrepancies: [] });
  expect(paidByHand).toBeGreaterThan(0);
  // Some were killed before everybody was charged.
  expect(Math.min(...claimedAtKills)).toBeLessThan(people - paidByHand);
}

test('whatever kills the server while autopay charges and people pay by hand, each debt is paid once', async () => {
  expectOnce(await killedCharging({ people, kills }));
});

// Part of the suite only where PostgreSQL is installed.
const whereInstalled: typeof test | (() => void) = postgres ? test : () => undefined;

whereInstalled(
  'two processes on PostgreSQL that are killed while they charge charge each debt once',
  async () => {
    const own = await serverDatabase(postgres!.url);
    expectOnce(await killedCharging({ people, kills, url: own.url }));
    await own.drop();
  },
);
