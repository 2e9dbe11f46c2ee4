import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../calls.ts';
import { middle } from '../figure.ts';
import { answerTo, load, type Measured } from '../load.ts';
import { tokenOf } from '../servers.ts';

/** The duration of each load and of the warm-up, in seconds. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
/** The number of rounds. Servers take turns, so that other load of the machine affects both. */
export const ROUNDS = 5;
export const CONNECTIONS = [1, 32];
const [ALONE, TOGETHER] = CONNECTIONS;

type Side = 'ours' | 'bare';

export interface Row extends Record<Side, Measured> {
  call: Call;
  connections: number;
  /** Porchlight's share of the bare server's throughput: the median of the rounds. */
  share: number;
  /** The smallest and the largest share. */
  spread: [number, number];
}

/** Measures a call of both servers in turns, after checking that they answer the same. */
export async function race(address: Record<Side, string>, call: Call, connections: number): Promise<Row> {
  // A token holds a quarter of an hour, longer than this lasts.
  const people = call.who === 'residents' ? connections : 1;
  const tokens: string[] = [];
  for (let n = 1; n <= people; n += 1)
    tokens.push(await tokenOf(address.ours, call.who === 'manager' ? 'manager' : `resident${n}`));
  const expected = await answersOf(address, tokens[0] ?? '', call);
  const run = (side: Side, requests: number) =>
    load(address[side], tokens, call, { connections, requests, expected: expected?.[side] });

  const least = 2 * connections;
  const { rate: pace } = await run('ours', least);
  await run('bare', Math.max(least, Math.round(pace * SECONDS)));
  const { rate } = await run('ours', Math.max(least, Math.round(pace * SECONDS)));
  // Both make the same number, so that none that is under way at the end is lost.
  const requests = Math.max(least, Math.round(rate * SECONDS));
  const rounds: Record<Side, Measured>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each is first as often as the other, or nearly so.
    if (round % 2 === 0) {
      const bare = await run('bare', requests);
      rounds.push({ bare, ours: await run('ours', requests) });
    } else {
      const ours = await run('ours', requests);
      rounds.push({ ours, bare: await run('bare', requests) });
    }
  }
  const shares = rounds.map(({ ours, bare }) => ours.rate / bare.rate);
  return {
    call,
    connections,
    ours: middleOf(rounds.map(({ ours }) => ours)),
    bare: middleOf(rounds.map(({ bare }) => bare)),
    share: middle(shares),
    spread: [Math.min(...shares), Math.max(...shares)],
  };
}

/**
 * What each server answers to a read, which is then what every answer must be, byte for byte.
 * @throws {Error} where the two do not say the same
 */
async function answersOf(
  address: Record<Side, string>,
  token: string,
  call: Call,
): Promise<Record<Side, string> | undefined> {
  const ours = await answerTo(address.ours, token, call);
  const bare = await answerTo(address.bare, token, call);
  const [said, expected] = [ours, bare].map((text) => timeless(call, JSON.parse(text)));
  if (!isDeepStrictEqual(said, expected)) {
    throw new Error(
      `${call.name}: the two servers answer differently.\n${ours.slice(0, 500)}\n${bare.slice(0, 500)}`,
    );
  }
  return call.method === 'GET' && !call.compressed ? { ours, bare } : undefined;
}

/** What two answers to one change differ in by nature is left out: whose turn it was. */
function timeless({ method }: Call, answer: unknown): unknown {
  if (method === 'GET' || typeof answer !== 'object' || answer === null) return answer;
  const own = ['id', 'created_at', 'updated_at', 'user_id', 'unit_id'];
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !own.includes(name)));
}

function middleOf(measured: Measured[]): Measured {
  return {
    rate: middle(measured.map(({ rate }) => rate)),
    p99: middle(measured.map(({ p99 }) => p99)),
    bytes: middle(measured.map(({ bytes }) => bytes)),
  };
}

/** What a row aims at, in words; '' where it only shows a cost. */
function aimOf({ call, connections }: Pick<Row, 'call' | 'connections'>): string {
  if (connections === ALONE && call.leastShare !== undefined) return `share ${call.leastShare}`;
  if (connections === TOGETHER && call.mostP99 !== undefined) return `p99 ${call.mostP99} ms`;
  return '';
}

/** Whether a row is short of what it aims at. */
export function missesAim({ call, connections, share, ours }: Row): boolean {
  if (connections === ALONE) return share < (call.leastShare ?? 0);
  return connections === TOGETHER && ours.p99 > (call.mostP99 ?? Infinity);
}

/** A row in words, in the order of the page's columns. */
export function words({ call, connections, ours, bare, share, spread }: Row): string[] {
  const rates = [ours, bare].map(({ rate }) => rate.toFixed(rate < 100 ? 1 : 0));
  const tails = [ours, bare].map(({ p99 }) => `${p99.toFixed(1)} ms`);
  return [
    call.name,
    String(connections),
    aimOf({ call, connections }),
    share.toFixed(2),
    spread.map((each) => each.toFixed(2)).join(' – '),
    ...rates,
    ...tails,
    `${(ours.bytes / 1000).toFixed(1)} kB`,
  ];
}
