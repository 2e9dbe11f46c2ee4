// `npm run engines -- --storm`: runs the given number of storms in WebKit and prints their outcome.
import { randomInt } from 'node:crypto';
import { inspect, parseArgs } from 'node:util';
import { runSeed } from '../../faults/runSeed.ts';
import { Summary } from '../../faults/summary.ts';
import { openStorm } from './storm.ts';
import { stormSchedules } from './stormSchedule.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '200' }, seed: { type: 'string' } },
});
const runs = Number(values.runs);
const firstSeed = Number(values.seed ?? randomInt(2 ** 31));
const summary = new Summary();
let failures = 0;
console.log(`From seed ${firstSeed}`);
const { runSchedule, close } = await openStorm();
try {
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const failed = await runSeed(stormSchedules, runSchedule, { seed, summary, shrink: false });
    if ((seed - firstSeed) % 20 === 19) console.log(`After ${summary.toString()}`);
    if (!failed) continue;
    failures += 1;
    console.log(`Seed ${seed} failed: npm run engines -- --storm --runs 1 --seed ${seed}`);
    console.log(failed.reason);
    console.log(inspect(failed.schedule, { depth: null, breakLength: 140 }));
  }
} finally {
  await close();
}
console.log(`Seeds ${firstSeed} to ${firstSeed + runs - 1}: ${summary.toString()}, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
