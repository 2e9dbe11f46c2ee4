import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stage } from './play.ts';
import { playSeed, type Failed, type Player } from './property.ts';
import { schedules, type Schedule } from './schedule.ts';
import { Tally } from './tally.ts';
import type { Broken } from './simulation/weather.ts';

let player: (broken: Broken) => Player<Schedule>;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ player, close } = await stage());
});
afterAll(() => close());

async function playSeeds(first: number, runs: number, broken: Broken = {}) {
  const tally = new Tally();
  const failures: Failed[] = [];
  for (let seed = first; seed < first + runs; seed += 1) {
    const failed = await playSeed(schedules, player(broken), { seed, tally, shrink: false });
    if (failed) failures.push(failed);
  }
  return { tally, failures };
}

test.each([20261121, randomInt(2 ** 31)])(
  'whatever goes wrong, each change is made once or waits for a person (50 schedules from seed %i)',
  async (seed) => {
    expect((await playSeeds(seed, 50)).failures).toEqual([]);
  },
);

test('a server that forgets keys is noticed: changes are repeated', async () => {
  const { tally } = await playSeeds(20261121, 25, { keysForgotten: true });
  expect(tally.repeated).toBeGreaterThan(0);
});

test('an outbox that lets go before the answer is noticed: changes are lost', async () => {
  const { tally } = await playSeeds(20261121, 25, { removedEarly: true });
  expect(tally.lost).toBeGreaterThan(0);
});

test('a schedule is played again from its seed', async () => {
  const seen: Schedule[] = [];
  for (const seed of [7, 7]) {
    await playSeed(
      schedules,
      (schedule, tag) => {
        seen.push(schedule);
        return player({})(schedule, tag);
      },
      { seed, tally: new Tally() },
    );
  }
  expect(seen[0]).toEqual(seen[1]);
});
