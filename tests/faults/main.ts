// `npm run faults`: plays schedules of faults until none is left of those asked for, and says what came of them.
import { randomInt } from 'node:crypto';
import { parseArgs, inspect } from 'node:util';
import { browserStage } from './browser/browserPlay.ts';
import { browserSchedules } from './browser/browserSchedule.ts';
import { stage } from './play.ts';
import { playSeed, type Failed } from './property.ts';
import { schedules } from './schedule.ts';
import { Tally } from './tally.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    path: { type: 'string' },
    browser: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const first = Number(values.seed ?? randomInt(2 ** 31));
const began = performance.now();
const tally = new Tally();
const { playOne, close } = values.browser ? await inBrowser() : await inRealms();
try {
  for (let seed = first; seed < first + runs; seed += 1) {
    if (seed > first && (seed - first) % 100 === 0) console.log(`After ${tally.toString()}`);
    // Making a failure smaller takes hundreds of tries, so that is left for when it is played alone.
    const failed = await playOne({ seed, path: values.path, tally, shrink: runs === 1 });
    if (!failed) continue;
    const browser = values.browser ? ' --browser' : '';
    console.log(
      `Seed ${seed} failed: npm run faults --${browser} --runs 1 --seed ${seed} --path ${failed.path}`,
    );
    console.log(failed.why);
    console.log(inspect(failed.schedule, { depth: null, breakLength: 140 }));
  }
} finally {
  await close();
}
const seconds = (performance.now() - began) / 1000;
console.log(`Seeds ${first} to ${first + runs - 1}, ${(runs / seconds).toFixed(1)} schedules a second`);
console.log(tally.toString());
// Test databases stay open for reuse and would keep the process.
process.exit(tally.faultless ? 0 : 1);

type PlayOne = (options: {
  seed: number;
  path: string | undefined;
  tally: Tally;
  shrink: boolean;
}) => Promise<Failed | undefined>;

async function inRealms(): Promise<{ playOne: PlayOne; close: () => Promise<void> }> {
  const { player, close } = await stage();
  return { playOne: (options) => playSeed(schedules, player(), options), close };
}

/** Without making a failure smaller, since each try takes seconds. */
async function inBrowser(): Promise<{ playOne: PlayOne; close: () => Promise<void> }> {
  const { player, close } = await browserStage();
  return { playOne: (options) => playSeed(browserSchedules, player, { ...options, shrink: false }), close };
}
