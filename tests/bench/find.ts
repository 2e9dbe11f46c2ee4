import type { CachedRouteName } from '../../contract/routes.ts';
import { find } from '../../src/find/find.ts';
import { FindIndex } from '../../src/find/FindIndex.ts';
import { searchedLists } from '../../src/find/things.ts';
import { say } from './figure.ts';

// `node --expose-gc --import tsx tests/bench/find.ts`: what Find costs a large community, in the worker's code without a browser.

const PEOPLE = 10_000;
const REQUESTS = 50_000;
/** As a list is stored on the device. */
const ROWS_IN_PART = 200;
/** A phone is so much slower than this machine. */
const SLOWER = 4;
const ROUNDS = 9;

const WORDS =
  'the in my and is on of kitchen sink leak tap drips water heater broken window stuck door lock bathroom toilet runs ceiling stain light flickers outlet dead smoke detector beeps dishwasher fridge noise neighbour loud parking spot mice garbage disposal jammed shower drain clogged slow radiator cold thermostat mold paint peeling carpet torn blinds closet hinge balcony rail loose mailbox gate elevator laundry washer dryer'.split(
    ' ',
  );
const SYLLABLES = 'ba ko ri ta mu ne so la fe do hu zi wa pe chi ma li gu ten sen ova ski'.split(' ');

let seed = 1;
function below(most: number): number {
  // The high bits of a linear congruential generator; the low ones repeat.
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * most);
}
const pick = (from: readonly string[]) => from[below(from.length)] ?? '';
const name = () => {
  const word = Array.from({ length: 2 + below(2) }, () => pick(SYLLABLES)).join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
};

const names = Array.from({ length: PEOPLE }, () => [name(), name()] as const);
const home = (id: number) => ({
  ...{ unit: id, unit_id: id, unit_number: `${1 + (id % 400)}${'ABCD'.charAt(id % 4)}`, unit_claim: null },
  ...{ property_id: id % 25, property_name: `Linden Court ${id % 25}` },
});
function person(id: number): unknown {
  const [first_name = '', last_name = ''] = names[id] ?? [];
  return {
    ...{ id, first_name, last_name, username: `${last_name.toLowerCase()}${id}`, ...home(id) },
    ...{
      email: `${first_name}.${last_name}${id}@example.com`,
      phone: `518555${String(id).padStart(4, '0')}`,
    },
    ...{ is_manager: false, is_current_user: true },
  };
}
function unit(id: number): unknown {
  const [first_name, last_name] = names[id] ?? [];
  return { id, ...home(id), tenant_info: [{ id, first_name, last_name }] };
}
function request(id: number): unknown {
  const [first_name, last_name] = names[id % PEOPLE] ?? [];
  const words = Array.from({ length: 8 + below(12) }, () => (below(40) === 0 ? name() : pick(WORDS)));
  return {
    ...{ id, first_name, last_name, ...home(id % PEOPLE), information: words.join(' ') },
    ...{ completed: id % 10 > 0, created_at: new Date(1.7e12 - id * 3e6).toISOString() },
  };
}

function heap(): number {
  if (!globalThis.gc) throw new Error('Run it with --expose-gc.');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const index = new FindIndex();
const before = heap();
let building = 0;
function add(key: CachedRouteName, count: number, row: (id: number) => unknown): void {
  const list = searchedLists(true)[key];
  if (!list) throw new Error(`${key} is not searched.`);
  const ids: string[] = [];
  for (let from = 0; from < count; from += ROWS_IN_PART) {
    // As IndexedDB reads them: rows of their own, of which none stays.
    const rows = structuredClone(Array.from({ length: ROWS_IN_PART }, (_, at) => row(from + at)));
    ids.push(`${key} ${from}`);
    const began = performance.now();
    index.update(key, list, { ids, parts: new Map([[`${key} ${from}`, rows]]) });
    building += performance.now() - began;
  }
}
add('listUsers', PEOPLE, person);
add('listUnits', PEOPLE, unit);
add('listMaintenance', REQUESTS, request);
say(`${PEOPLE} people, ${PEOPLE} homes, ${REQUESTS} requests`);
say(`memory: ${((heap() - before) / 1e6).toFixed(1)} MB (aim: under 30)`);
say(
  `building the index: ${(building * SLOWER).toFixed(0)} ms at a CPU slowed ${SLOWER} times, beside the page`,
);

const [someone] = names[4321] ?? [];
const keys = [
  'k',
  'ki',
  'kit',
  'kitchen',
  'kitchen sink',
  'li',
  'linden 2b',
  '5185554321',
  'dishwahser',
  'zzzzz',
];
for (const typed of [...keys, `record payment ${someone ?? ''}`]) {
  const hits: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    let first: number | undefined;
    for (const groups of find(index, { typed, isManager: true, recent: [] })) {
      if (groups.length > 0) first ??= performance.now() - began;
    }
    whole.push(performance.now() - began);
    hits.push(first ?? performance.now() - began);
  }
  say(`“${typed}”: first hits ${slowed(hits)} ms (aim: under 50), all ${slowed(whole)} ms`);
}

/** The middle one of the rounds, as on a slowed CPU. */
function slowed(times: number[]): string {
  const middle = [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;
  return (middle * SLOWER).toFixed(0);
}
