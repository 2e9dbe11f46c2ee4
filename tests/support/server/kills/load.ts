import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { priceOf } from '../../../../contract/utilities/billPrice.ts';
import type { Settings } from '../../../../contract/utilities/rates.ts';
import type { Database } from '../../../../server/database/database.ts';
import { residentWith } from '../accounts.ts';
import { photo, populate, reportForm, type TestServer } from '../server.ts';

const RATES: Settings = { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 };
const KINDS = ['report', 'bill', 'suggestion'] as const;

/** A change of a user, with one key for all its requests. */
export interface Change {
  kind: (typeof KINDS)[number];
  /** The unique content of a change: the text of a report or suggestion, or the gallons of a bill. */
  number: number;
  key: string;
  photos: number;
  /** The server's answer, if there was one. */
  answer?: string;
}

export interface Load {
  /** All changes, in the order in which they were first sent. */
  changes: Change[];
  /** Sends changes to the server at this port until it is killed or `stop` is called. */
  work(port: number): Promise<void>;
  stop(): void;
  /** The number of stored answers to repeated changes. */
  repeats: number;
  /** The number of requests that the server put off with 503 and Retry-After, after which the change is sent again. */
  putOff: number;
  /** Unexpected answers. */
  wrong: string[];
}

/** Creates a community with this many residents who send changes. */
export async function communityOf(database: Database, count: number): Promise<Writer[]> {
  await populate(database);
  await database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (${RATES.rate_water}, ${RATES.rate_electric}, ${RATES.rate_gas}, now() - interval '60 days')`;
  const writers: Writer[] = [];
  for (let each = 0; each < count; each++) {
    const username = await residentWith({ database } as TestServer);
    const [user] = await database.sql<{ id: number }>`select id from users where username = ${username}`;
    writers.push({ username, id: user!.id });
  }
  return writers;
}

interface Writer {
  username: string;
  id: number;
}

/** All of them at once, each one change after the other: reports with photos, utility bills, suggestions. Two loads on one community number their changes apart. */
export function loadOf(writers: readonly Writer[], firstNumber = 1): Load {
  let stopped = false;
  const changes: Change[] = [];
  const unanswered = new Map<Writer, Change>();
  const answered = new Map<Writer, Change>();
  const load: Load = { changes, work, stop: () => (stopped = true), repeats: 0, putOff: 0, wrong: [] };

  async function work(port: number): Promise<void> {
    stopped = false;
    const address = `http://127.0.0.1:${port}/api`;
    const manager = await tokenOf(address, 'manager').catch(() => undefined);
    await Promise.all(
      writers.map(async (writer) => {
        const own = await tokenOf(address, writer.username).catch(() => undefined);
        // A change answered before the kill must get the same answer after it.
        const before = answered.get(writer);
        if (before && own && manager) await send(address, writer, before, { own, manager });
        while (!stopped && own && manager) {
          const change = unanswered.get(writer) ?? next();
          unanswered.set(writer, change);
          const outcome = await send(address, writer, change, { own, manager });
          if (outcome === 'gone') return;
          if (outcome === 'put off') {
            await pause(200);
            continue;
          }
          unanswered.delete(writer);
          answered.set(writer, change);
        }
      }),
    );
  }

  function next(): Change {
    const number = firstNumber + changes.length;
    const kind = KINDS[number % KINDS.length]!;
    const change = { kind, number, key: randomUUID(), photos: kind === 'report' ? 1 + (number % 2) : 0 };
    changes.push(change);
    return change;
  }

  async function send(
    address: string,
    writer: Writer,
    change: Change,
    tokens: { own: string; manager: string },
  ): Promise<'answered' | 'put off' | 'gone'> {
    const { path, body } = await requestOf(change, writer);
    const headers: Record<string, string> = {
      authorization: `Bearer ${change.kind === 'bill' ? tokens.manager : tokens.own}`,
      'idempotency-key': change.key,
    };
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    let response: Response;
    let text: string;
    try {
      response = await fetch(address + path, { method: 'POST', headers, body });
      text = await response.text();
    } catch {
      return 'gone';
    }
    if (response.status === 503 && response.headers.has('retry-after')) {
      load.putOff += 1;
      return 'put off';
    }
    const repeated = response.headers.has('idempotency-replayed');
    if (!response.ok) load.wrong.push(`${change.kind} ${change.number}: ${response.status} ${text}`);
    else if (change.answer !== undefined && (change.answer !== text || !repeated)) {
      load.wrong.push(`${change.kind} ${change.number} was answered again: ${text}`);
    } else change.answer = text;
    if (repeated) load.repeats += 1;
    return 'answered';
  }

  return load;
}

async function requestOf({ kind, number, photos }: Change, writer: Writer) {
  if (kind === 'suggestion') {
    return { path: '/announcements/submit', body: JSON.stringify({ announcement: `Suggestion ${number}` }) };
  }
  if (kind === 'bill') {
    const usage = { water_usage: number, electric_usage: 310, gas_usage: 0 };
    const { cents: _, ...costs } = priceOf(usage, RATES);
    const bill = {
      user_id: writer.id,
      ...usage,
      ...costs,
      due_date: '2026-11-30',
      confirm_duplicates: true,
    };
    return { path: '/utilities', body: JSON.stringify([bill]) };
  }
  const colours = ['teal', 'maroon'].slice(0, photos);
  const files = await Promise.all(colours.map(async (each) => [`${each}.jpg`, await photo(each)] as const));
  return {
    path: '/maintenance',
    body: reportForm({ information: `Report ${number}` }, Object.fromEntries(files)),
  };
}

/** Signs in at an API's URL and returns the token. */
export async function tokenOf(address: string, username: string): Promise<string> {
  const answer = await fetch(`${address}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'porchlight' }),
  });
  return ((await answer.json()) as { token: string }).token;
}
