import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserStage } from './browser/browserPlay.ts';
import { browserSchedules, type BrowserStep } from './browser/browserSchedule.ts';
import { playSeed, type Player } from './property.ts';
import { Tally } from './tally.ts';

let player: Player<BrowserStep[]>;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ player, close } = await browserStage());
});
afterAll(() => close());

test.each([20261121, randomInt(2 ** 31)])(
  'whatever goes wrong in a real browser, each change is made once (3 schedules from seed %i)',
  async (first) => {
    for (let seed = first; seed < first + 3; seed += 1) {
      expect(
        await playSeed(browserSchedules, player, { seed, tally: new Tally(), shrink: false }),
      ).toBeUndefined();
    }
  },
);
