// `node --import tsx tests/bench/imports/planning.ts`: how long rent rolls of 10,000 rows, some of them unusual, take to plan, and how
// long they keep everyone else waiting meanwhile.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MAX_IMPORT_ROWS } from '../../../contract/imports/imports.ts';
import { planOf } from '../../support/server/imports/planOf.ts';
import { say } from '../figure.ts';

const HEADINGS = 'Property,Unit,Tenant,Email,Rent,Lease from,Lease to,Balance due';
const roll = (row: (index: number) => string) => ({
  name: 'roll.csv',
  content: [HEADINGS, ...Array.from({ length: MAX_IMPORT_ROWS - 1 }, (_, index) => row(index))].join('\n'),
});
const MONEY = '1450.00,2026-01-01,,10.00';
const HALF = MAX_IMPORT_ROWS / 2;

const rolls = {
  'Units of 50 properties': roll((i) => `Maple ${i % 50},U${i},Ada${i} Bee,a${i}@example.com,${MONEY}`),
  'Houses that each have unit 1': roll((i) => `House ${i},1,Ada${i} Bee,a${i}@example.com,${MONEY}`),
  'Houses with unit 1, then rows of unit 1 without a property': roll(
    (i) => `${i < HALF ? `House ${i}` : ''},1,Ada${i} Bee,a${i}@example.com,${MONEY}`,
  ),
  'People of one name in a unit each': roll((i) => `Maple,U${i},Ada Bee,,${MONEY}`),
  'People of one name in one unit': roll((i) => `Maple,1,Ada Bee,a${i}@example.com,${MONEY}`),
};

// The first run of a function is not what a server does all day.
await planOf([rolls['Units of 50 properties']]);
for (const [what, file] of Object.entries(rolls)) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  await planOf([file]);
  const taken = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  say(`${what}: ${taken.toFixed(0)} ms, longest wait of others ${(delay.max / 1e6).toFixed(0)} ms`);
}
