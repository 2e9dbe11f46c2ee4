import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../calls.ts';
import { middle } from '../figure.ts';
import { answerTo, load, type Measured } from '../load.ts';
import { tokenOf } from '../servers.ts';

/** The duration of each load and of the warm-up, in seconds. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
/** The number of rounds. Servers take turns, so that other load of the machine affects both. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Whether the figures are too few for the page. */
export const SHORTENED = SECONDS < 2 || ROUNDS < 5;
export const CONNECTIONS = [1, 32];
const [ALONE, TOGETHER] = CONNECTIONS;
/** Which part of the others' requests the peer gets. */
const PART_OF_PEER = 2;
/** How many people take turns where it is another one each time. */
const RESIDENTS = 32;

const SIDES = ['ours', 'bare', 'peer'] as const;
type Side = (typeof SIDES)[number];
/** How many times the peer's throughput each row of ours aims to have at least. */
export const LEAST_LEAD = { GET: 1.5, POST: 1 };

export interface Row extends Record<Side, Measured> {
  call: Call;
  connections: number;
  /** Porchlight's share of the bare server's throughput: the median of the rounds. */
  share: number;
  /** The smallest and the largest share. */
  spread: [number, number];
  /** Our throughput by that of the peer: the median of the rounds. */
  lead: number;
}

/** Measures a call of the servers in turns, after checking that they answer the same. */
export async function race(address: Record<Side, string>, call: Call, connections: number): Promise<Row> {
  // A token is valid for a quarter of an hour, longer than this lasts.
  const people = call.who === 'residents' ? RESIDENTS : 1;
  const tokens: string[] = [];
  for (let n = 1; n <= people; n += 1)
    tokens.push(await tokenOf(address.ours, call.who === 'manager' ? 'manager' : `resident${n}`));
  const expected = await answersOf(address, tokens[0] ?? '', call);
  const run = (side: Side, all: number) => {
    // Where the peer takes seconds for each, its part is enough to know its rate.
    const requests = side === 'peer' ? Math.max(connections, Math.ceil(all / PART_OF_PEER)) : all;
    return load(address[side], tokens, call, { connections, requests, expected: expected?.[side] });
  };

  const least = 2 * connections;
  const { rate: pace } = await run('ours', least);
  const warming = Math.max(least, Math.round(pace * SECONDS));
  await run('bare', warming);
  await run('peer', warming);
  const { rate } = await run('ours', warming);
  // Ours and the bare server make the same number, so that none that is under way at the end is lost.
  const requests = Math.max(least, Math.round(rate * SECONDS));
  const rounds: Record<Side, Measured>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured: Partial<Record<Side, Measured>> = {};
    // Each is first about as often as the others.
    for (let turn = 0; turn < SIDES.length; turn += 1) {
      const side = SIDES[(round + turn) % SIDES.length] ?? 'ours';
      measured[side] = await run(side, requests);
    }
    rounds.push(measured as Record<Side, Measured>);
  }
  const shares = rounds.map(({ ours, bare }) => ours.rate / bare.rate);
  return {
    call,
    connections,
    ours: middleOf(rounds.map(({ ours }) => ours)),
    bare: middleOf(rounds.map(({ bare }) => bare)),
    peer: middleOf(rounds.map(({ peer }) => peer)),
    share: middle(shares),
    spread: [Math.min(...shares), Math.max(...shares)],
    lead: middle(rounds.map(({ ours, peer }) => ours.rate / peer.rate)),
  };
}

/**
 * What each server answers to a read, which is then what every answer must be, byte for byte.
 * @throws {Error} where they do not say the same
 */
async function answersOf(
  address: Record<Side, string>,
  token: string,
  call: Call,
): Promise<Record<Side, string> | undefined> {
  const texts = {} as Record<Side, string>;
  for (const side of SIDES) texts[side] = await answerTo(address[side], token, call);
  const said = timeless(call, JSON.parse(texts.ours));
  for (const side of SIDES) {
    if (isDeepStrictEqual(timeless(call, JSON.parse(texts[side])), said)) continue;
    const both = `${texts.ours.slice(0, 500)}\n${texts[side].slice(0, 500)}`;
    throw new Error(`${call.name}: ours and the ${side} server answer differently.\n${both}`);
  }
  return call.method === 'GET' && !call.compressed ? texts : undefined;
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
export function missesAim({ call, connections, share, ours, lead }: Row): boolean {
  if (lead < LEAST_LEAD[call.method]) return true;
  if (connections === ALONE) return share < (call.leastShare ?? 0);
  return connections === TOGETHER && ours.p99 > (call.mostP99 ?? Infinity);
}

/** A row in words, in the order of the page's columns. */
export function words({ call, connections, ours, bare, peer, share, spread, lead }: Row): string[] {
  const rates = [ours, bare, peer].map(({ rate }) => rate.toFixed(rate < 100 ? 1 : 0));
  const tails = [ours, bare, peer].map(({ p99 }) => `${p99.toFixed(1)} ms`);
  return [
    call.name,
    String(connections),
    aimOf({ call, connections }),
    share.toFixed(2),
    spread.map((each) => each.toFixed(2)).join(' – '),
    lead.toFixed(1),
    ...rates,
    ...tails,
    `${(ours.bytes / 1000).toFixed(1)} kB`,
  ];
}
