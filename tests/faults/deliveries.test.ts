import { afterAll, expect, test, vi } from 'vitest';
import { runs } from '../support/runs.ts';
import { serverDatabase } from '../support/server/databases/database.ts';
import { killedDeliveries, type DeliveryFigures } from '../support/server/kills/deliveryKills.ts';
import { postgresIfInstalled } from '../support/server/databases/postgres.ts';

const people = Number(process.env.DELIVERY_PEOPLE ?? runs(25, 60));
const kills = Number(process.env.DELIVERY_KILLS ?? runs(3, 30));
// A process takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 + kills * 20_000 });
const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

function expectOnce({ arrivedAtKills, unknownAtKills, sentAgain, ...figures }: DeliveryFigures): void {
  expect(figures).toEqual({ expected: people * 5, missing: 0, repeated: 0, unsent: 0 });
  expect(sentAgain).toBeLessThanOrEqual(unknownAtKills);
  // Some were killed before everything was sent.
  expect(Math.min(...arrivedAtKills)).toBeLessThan(figures.expected);
  if (process.env.DELIVERY_KILLS)
    process.stdout.write(`${JSON.stringify({ arrivedAtKills, unknownAtKills, sentAgain, ...figures })}\n`);
}

test('whatever kills the server while it sends mails, each arrives, and none that is known to be sent is sent again', async () => {
  expectOnce(await killedDeliveries({ people, kills }));
});

// Part of the suite only where PostgreSQL is installed.
const whereInstalled: typeof test | (() => void) = postgres ? test : () => undefined;

whereInstalled('two processes on PostgreSQL that are killed send each mail once', async () => {
  const own = await serverDatabase(postgres!.url);
  expectOnce(await killedDeliveries({ people, kills, url: own.url }));
  await own.drop();
});
