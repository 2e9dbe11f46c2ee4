// `npm run faults`: plays schedules of faults until none is left of those asked for, and says what came of them.
import { randomInt } from 'node:crypto';
import { parseArgs, inspect } from 'node:util';
import { stage } from './play.ts';
import { playSeed } from './property.ts';
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
const { player, close } = await stage();
try {
  for (let seed = first; seed < first + runs; seed += 1) {
    if (seed > first && (seed - first) % 100 === 0) console.log(`After ${tally.toString()}`);
    const failed = await playSeed(schedules, player(), { seed, path: values.path, tally });
    if (!failed) continue;
    console.log(`Seed ${seed} failed: npm run faults -- --runs 1 --seed ${seed} --path ${failed.path}`);
    console.log(failed.why);
    console.log(inspect(failed.schedule, { depth: null, breakLength: 140 }));
  }
} finally {
  await close();
}
const seconds = (performance.now() - began) / 1000;
console.log(`Seeds ${first} to ${first + runs - 1}, ${(runs / seconds).toFixed(1)} schedules a second`);
console.log(tally.toString());
process.exitCode = tally.faultless ? 0 : 1;
