// `npm run bench`: the built product beside a bare server on the same PostgreSQL, 10,000 units and 1,000,000 entries.
// Prints ratios side by side, taken by turns in one run, and writes docs/bench.md.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { openDatabase } from '../../server/database.ts';
import { startPostgres } from '../support/postgres.ts';
import { load, type Call, type Measured } from './load.ts';
import { fillPortfolio, settlePortfolio } from './portfolio.ts';
import { startBare, startProduct, tokenOf } from './servers.ts';

const PAGE = fileURLToPath(new URL('../../docs/bench.md', import.meta.url));
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
/** By turns, so that what else the machine does meets both alike; the middle one counts. */
const TURNS = 3;
const CONNECTIONS = [1, 32];

const charge = JSON.stringify({
  userId: 7,
  unitId: 7,
  amount: 12.5,
  type: 'Late Fee',
  description: 'Rent was late.',
});
const boundary = 'porchlight-bench';
const report = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="information"',
  '',
  'The tap in the kitchen drips.',
  `--${boundary}--`,
  '',
].join('\r\n');
const form = `multipart/form-data; boundary=${boundary}`;
const json = 'application/json';

const HISTORY: Call = {
  name: 'One history (100 entries)',
  method: 'GET',
  path: '/api/transactions/my-history',
  who: 'resident',
};
const BALANCES: Call = {
  name: 'All balances (10,000)',
  method: 'GET',
  path: '/api/transactions/all-balances',
  who: 'manager',
};
const CHARGE: Call = {
  name: 'One charge',
  method: 'POST',
  path: '/api/transactions/charge',
  who: 'manager',
  body: charge,
  contentType: json,
};

const CALLS: (Call & { aim?: number })[] = [
  { ...HISTORY, aim: 0.7 },
  { ...BALANCES, aim: 0.9 },
  { name: 'Announcements (200)', method: 'GET', path: '/api/announcements', who: 'resident', aim: 0.9 },
  {
    name: 'Open maintenance (2,000)',
    method: 'GET',
    path: '/api/maintenance?completed=false',
    who: 'manager',
    aim: 0.9,
  },
  { ...CHARGE, aim: 0.7 },
  {
    name: 'One request',
    method: 'POST',
    path: '/api/maintenance',
    who: 'resident',
    body: report,
    contentType: form,
    aim: 0.7,
  },
  { ...HISTORY, name: 'One history, compressed', compressed: true },
  { ...BALANCES, name: 'All balances, compressed', compressed: true },
  { ...CHARGE, name: 'One charge with an Idempotency-Key', keyed: true },
];

interface Row {
  call: Call & { aim?: number };
  connections: number;
  ours: Measured;
  bare: Measured;
}

function middle(measured: Measured[]): Measured {
  const sorted = [...measured].sort((a, b) => a.rate - b.rate);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error('Nothing was measured.');
  return found;
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

async function measure(): Promise<Row[]> {
  const postgres = await startPostgres({ durable: true });
  try {
    say('Filling the database …');
    const database = await openDatabase({ url: postgres.url });
    await fillPortfolio(database);
    await settlePortfolio(database);
    await database.close();
    const product = await startProduct({ DATABASE_URL: postgres.url });
    const bare = await startBare(postgres.url);
    try {
      return await race(product.address, bare.address);
    } finally {
      await bare.stop();
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function race(ours: string, bare: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const call of CALLS) {
    for (const connections of CONNECTIONS) {
      // A token holds a quarter of an hour.
      const token = await tokenOf(ours, call.who === 'manager' ? 'manager' : 'resident1');
      const found: Record<'ours' | 'bare', Measured[]> = { ours: [], bare: [] };
      for (let turn = 0; turn < TURNS; turn += 1) {
        found.bare.push(await load(bare, token, call, { connections, seconds: SECONDS }));
        found.ours.push(await load(ours, token, call, { connections, seconds: SECONDS }));
      }
      const row = { call, connections, ours: middle(found.ours), bare: middle(found.bare) };
      rows.push(row);
      say(words(row).join('  '));
    }
  }
  return rows;
}

function words({ call, connections, ours, bare }: Row): string[] {
  const aim = call.aim === undefined ? '' : call.aim.toFixed(1);
  const ratio = (ours.rate / bare.rate).toFixed(2);
  const rates = [ours, bare].map(({ rate }) => rate.toFixed(rate < 100 ? 1 : 0));
  const tails = [ours, bare].map(({ p99 }) => `${p99} ms`);
  return [
    call.name,
    String(connections),
    aim,
    ratio,
    ...rates,
    ...tails,
    `${(ours.bytes / 1000).toFixed(1)} kB`,
  ];
}

const before = loadavg()[0] ?? 0;
const rows = await measure();
const text = `# Bench

Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run build && npm run bench\`, which fills a PostgreSQL server with 10,000 units and 1,000,000 ledger entries, puts the built product and a bare \`node:http\` + \`pg\` server (\`tests/bench/bareServer.ts\`: the same queries, no sign-in, no checks, no record) under load by turns, ${TURNS} × ${SECONDS} s each, and writes this page. The middle turn counts. A share of 1.00 would be as fast as the bare server.
The machine: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}; both servers, PostgreSQL and the load on it together, with a load of ${before.toFixed(1)} before it began.

| Call | Connections | Aim | Share | Ours, per second | Bare, per second | Ours, p99 | Bare, p99 | An answer of ours |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${words(row).join(' | ')} |`).join('\n')}

Ours signs in each request, checks its input, records who did what, and answers with an ETag. The rows with compression and with a key stand beside those without, so that what they cost can be read off.
`;
await writeFile(PAGE, await format(text, { parser: 'markdown' }));
const missed = rows.filter(({ call, ours, bare }) => call.aim && ours.rate / bare.rate < call.aim);
say(missed.length === 0 ? 'Every aim was met.' : `${missed.length} aims were missed.`);
