// `npx tsx tests/bench/changes/refresh.ts` after `npm run build`: what it costs to stay up to date. The built product on a
// PostgreSQL server with 10,000 units and 1,000,000 ledger entries, asked what changed in lists that the client has, beside a
// bare server that answers the same lists whole.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { ListChanges } from '../../../contract/changes/changedRows.ts';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { startPostgres } from '../../support/server/databases/postgres.ts';
import { say } from '../figure.ts';
import { fillPortfolio, settlePortfolio } from '../portfolio.ts';
import { startBare, startProduct, tokenOf } from '../servers.ts';

const SECONDS = 4;
const CONNECTIONS = [1, 32];
/** What the kernel counts CPU time in, a second. */
const TICKS = 100;

/** The CPU time of this machine's processes but this one, in milliseconds. */
function cpuOfOthers(): number {
  const [, user, nice, system] = /^cpu +(\d+) (\d+) (\d+)/.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
  const all = ((Number(user) + Number(nice) + Number(system)) / TICKS) * 1000;
  const own = process.cpuUsage();
  return all - (own.user + own.system) / 1000;
}

interface Read {
  name: string;
  address: string;
  path: string;
  token: string;
  /** The lists of which it must be told that something changed. */
  changed?: string[];
}

async function measure(read: Read, connections: number): Promise<string> {
  const { name, address, path, token, changed } = read;
  const load = (duration: number) =>
    autocannon({
      url: address + path,
      connections,
      duration,
      timeout: 60,
      headers: { authorization: `Bearer ${token}` },
    });
  if (changed) {
    const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
    const { lists } = (await answer.json()) as ListChanges;
    const told = Object.keys(lists).filter((key) => lists[key] !== 'whole');
    if (told.join() !== changed.join()) throw new Error(`${name}: what changed was ${JSON.stringify(lists)}`);
  }
  await load(1);
  const cpu = cpuOfOthers();
  const result = await load(SECONDS);
  const spent = cpuOfOthers() - cpu;
  const answers = result.requests.total;
  const expected = result.statusCodeStats?.['200']?.count ?? 0;
  if (result.errors > 0 || expected < answers) throw new Error(`${name}: not every answer was 200.`);
  return [
    name.padEnd(44),
    `${connections} at once`.padStart(11),
    `${(answers / result.duration).toFixed(0)} a second`.padStart(16),
    `p99 ${result.latency.p99} ms`.padStart(13),
    `${(spent / answers).toFixed(2)} ms of CPU each`.padStart(24),
    `${(result.throughput.total / answers / 1000).toFixed(1)} kB`.padStart(12),
  ].join('');
}

async function cursorOf(address: string, path: string, token: string): Promise<string> {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  const cursor = answer.headers.get('changes-cursor');
  if (!answer.ok || !cursor) throw new Error(`${path} was answered ${answer.status} without a cursor.`);
  return cursor;
}

const HISTORY = '/api/transactions/my-history';
const BALANCES = '/api/transactions/all-balances';
const OF_RESIDENT = ['listMyTransactions', 'listMaintenance', 'listAnnouncements'];

/** Each list whole from both servers, then what changed in it: nothing, then one row; and the same of a resident's three lists. */
async function* reads(ours: string, bare: string, database: Database): AsyncGenerator<Read> {
  const resident = await tokenOf(ours, 'resident1');
  const manager = await tokenOf(ours, 'manager');
  const lists = [
    { list: 'one history (100)', path: HISTORY, token: resident, keys: ['listMyTransactions'] },
    { list: 'three lists of a resident', path: HISTORY, token: resident, keys: OF_RESIDENT },
    { list: 'all balances (10,000)', path: BALANCES, token: manager, keys: ['listBalances'] },
  ];
  for (const { list, path, token, keys } of lists) {
    if (keys.length === 1) {
      yield { name: `the bare server: ${list}, whole`, address: bare, path, token };
      yield { name: `${list}, whole`, address: ours, path, token };
    }
    const since = JSON.stringify({ [await cursorOf(ours, path, token)]: keys });
    const changes = `/api/changes/rows?since=${encodeURIComponent(since)}`;
    yield { name: `${list}, nothing new`, address: ours, path: changes, token, changed: [] };
    await database.sql`
      insert into transactions (user_id, unit_id, amount, type, description)
      values (1, 1, 12.5, 'Late Fee', 'Rent was late.')`;
    yield {
      name: `${list}, one changed row`,
      address: ours,
      path: changes,
      token,
      changed: keys.slice(0, 1),
    };
  }
}

const postgres = await startPostgres({ durable: true });
try {
  const database = await openDatabase({ url: postgres.url });
  say('Filling the database …');
  await fillPortfolio(database);
  await settlePortfolio(database);
  const product = await startProduct({ DATABASE_URL: postgres.url });
  const bare = await startBare(postgres.url);
  try {
    for await (const read of reads(product.address, bare.address, database)) {
      for (const connections of CONNECTIONS) say(await measure(read, connections));
    }
  } finally {
    await bare.stop();
    await product.stop();
    await database.close();
  }
} finally {
  await postgres.stop();
}
