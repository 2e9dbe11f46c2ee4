// `npx tsx tests/bench/changes/phones.ts` after `npm run build`: 10,000 phones with the app open, each of which asks every minute what
// changed in a resident's three lists, and one change a second among them. The built product in one process, on a PostgreSQL server
// with 10,000 units. MINUTES sets how long, 3 by default.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import type { ListChanges } from '../../../contract/changes/changedRows.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { startPostgres } from '../../support/server/databases/postgres.ts';
import { say } from '../figure.ts';
import { fillPortfolio, settlePortfolio } from '../portfolio.ts';
import { startProduct, tokenOf } from '../servers.ts';

const PHONES = 10_000;
/** The people who sign in; each has as many phones as the others, since a sign-in takes long by intent. */
const PEOPLE = 200;
const EVERY = 60_000;
const MINUTES = Number(process.env.MINUTES ?? 3);
const LISTS = ['listMyTransactions', 'listMaintenance', 'listAnnouncements'];
const HISTORY = '/api/transactions/my-history';
const METRICS_TOKEN = 'the-metrics-of-the-bench';
/** What the kernel counts CPU time in, a second. */
const TICKS = 100;

/** The CPU time of this machine's processes but this one, in milliseconds. */
function cpuOfOthers(): number {
  const [, user, nice, system] = /^cpu +(\d+) (\d+) (\d+)/.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
  const all = ((Number(user) + Number(nice) + Number(system)) / TICKS) * 1000;
  const own = process.cpuUsage();
  return all - (own.user + own.system) / 1000;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface Answer {
  status: number;
  cursor: string | undefined;
  body: string;
  /** In milliseconds. */
  took: number;
}

function send(url: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          cursor: answer.headers['changes-cursor']?.toString(),
          body: Buffer.concat(chunks).toString(),
          took: performance.now() - began,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The open app of one person: it has the three lists as of a cursor. */
class Phone {
  private cursor = '';

  constructor(
    private readonly address: string,
    private readonly token: string,
  ) {}

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }

  async begin(): Promise<void> {
    this.cursor = (await send(this.address + HISTORY, this.headers)).cursor ?? '';
  }

  /** What was told: nothing, rows of lists, or that one must be read whole. */
  async refresh(): Promise<{ told: 'nothing' | 'rows' | 'whole'; took: number; bytes: number }> {
    const since = encodeURIComponent(JSON.stringify({ [this.cursor]: LISTS }));
    const { status, body, took } = await send(
      `${this.address}/api/changes/rows?since=${since}`,
      this.headers,
    );
    if (status !== 200) throw new Error(`A refresh was answered ${status}.`);
    const { cursor, lists } = JSON.parse(body) as ListChanges;
    this.cursor = cursor;
    const all = Object.values(lists);
    return {
      told: all.includes('whole') ? 'whole' : all.length > 0 ? 'rows' : 'nothing',
      took,
      bytes: body.length,
    };
  }
}

/** The resident memory of the product's process, in MB. */
async function memoryOf(address: string): Promise<number> {
  const answer = await fetch(`${address}/api/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(await answer.text())?.[1];
  if (bytes === undefined) throw new Error(`The metrics were answered ${answer.status} without the memory.`);
  return Number(bytes) / 1e6;
}

/** Lets phones refresh by turns, so that all of them did after a minute, and changes something each second. */
async function play(address: string, phones: readonly Phone[], manager: string): Promise<void> {
  const answers: Awaited<ReturnType<Phone['refresh']>>[] = [];
  const failures: unknown[] = [];
  const wait: Promise<unknown>[] = [];
  let next = 0;
  let changes = 0;
  const memory = [await memoryOf(address)];
  const cpu = cpuOfOthers();
  const began = performance.now();
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    while (performance.now() - began < minute * EVERY) {
      const elapsed = performance.now() - began;
      for (; next < (elapsed / EVERY) * phones.length; next += 1) {
        const call = phones[next % phones.length]!.refresh().then((answer) => void answers.push(answer));
        wait.push(call.catch((error: unknown) => void failures.push(error)));
      }
      for (; changes < elapsed / 1000; changes += 1) {
        const userId = 1 + (changes % PEOPLE);
        const body = {
          userId,
          unitId: userId,
          amount: 12.5,
          type: 'Late Fee',
          description: 'Rent was late.',
        };
        const headers = { authorization: `Bearer ${manager}`, 'content-type': 'application/json' };
        const call = send(`${address}/api/transactions/charge`, headers, JSON.stringify(body)).then(
          ({ status }) => {
            if (status !== 201) throw new Error(`A charge was answered ${status}.`);
          },
        );
        wait.push(call.catch((error: unknown) => void failures.push(error)));
      }
      await pause(2);
    }
    memory.push(await memoryOf(address));
  }
  await Promise.all(wait);
  const seconds = (performance.now() - began) / 1000;
  const cores = (cpuOfOthers() - cpu) / 1000 / seconds;
  const count = (what: 'nothing' | 'rows' | 'whole') => answers.filter(({ told }) => told === what).length;
  const times = answers.map(({ took }) => took).sort((a, b) => a - b);
  const share = (part: number) => (times[Math.ceil(part * times.length) - 1] ?? NaN).toFixed(0);
  if (failures.length > 0 || count('whole') > 0) {
    throw new Error(`${failures.length} calls failed, and ${count('whole')} lists were to be read whole.`, {
      cause: failures[0],
    });
  }
  say(
    `${phones.length} phones, ${(answers.length / seconds).toFixed(0)} refreshes a second: ${count('nothing')} found nothing new, ` +
      `${count('rows')} what changed; p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, longest ${share(1)} ms; ` +
      `${cores.toFixed(2)} cores for server and database; server's memory by minute ` +
      `${memory.map((each) => each.toFixed(0)).join(', ')} MB`,
  );
}

const postgres = await startPostgres({ durable: true });
try {
  const database = await openDatabase({ url: postgres.url });
  say('Filling the database …');
  await fillPortfolio(database);
  await settlePortfolio(database);
  await database.close();
  const product = await startProduct({ DATABASE_URL: postgres.url, METRICS_TOKEN });
  try {
    const { address } = product;
    const tokens: string[] = [];
    for (let person = 1; person <= PEOPLE; person += 1)
      tokens.push(await tokenOf(address, `resident${person}`));
    const phones = Array.from(
      { length: PHONES },
      (_, index) => new Phone(address, tokens[index % PEOPLE] ?? ''),
    );
    say('Reading a list once …');
    for (let from = 0; from < PHONES; from += 50) {
      const some = phones.slice(from, from + 50);
      await Promise.all(some.map((phone) => phone.begin()));
    }
    await play(address, phones, await tokenOf(address, 'manager'));
  } finally {
    await product.stop();
  }
} finally {
  agent.destroy();
  await postgres.stop();
}
