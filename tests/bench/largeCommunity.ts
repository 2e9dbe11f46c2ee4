import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { priceOf } from '../../contract/utilities/billPrice.ts';
import { openDatabase } from '../../server/database/openDatabase.ts';
import { startPostgres } from '../support/server/databases/postgres.ts';
import { middle, say, type Figure } from './figure.ts';
import { fillPortfolio, RATES, settlePortfolio } from './portfolio.ts';
import { startProduct, tokenOf } from './servers.ts';

/** The number of measurements of each read, of which the median counts, and of postings of 500 bills. */
const READS = 21;
const POSTINGS = 5;
const BILLS = 500;

const LISTS = [
  { what: 'all balances', path: '/transactions/all-balances' },
  { what: 'units', path: '/units' },
  { what: 'one ledger of 100 entries', path: '/transactions/user-history/1' },
];

/** Measures managers' long lists and a large posting at 10,000 units and 1,000,000 entries, on both databases. */
export async function largeCommunity(): Promise<Figure[]> {
  return [...(await onEmbedded()), ...(await onServer())];
}

async function onEmbedded(): Promise<Figure[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-large-'));
  try {
    const database = await openDatabase({ directory: path.join(directory, 'database') });
    await fillPortfolio(database);
    await settlePortfolio(database);
    await database.close();
    return await measured('embedded', { DATA_DIR: directory });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function onServer(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  try {
    const database = await openDatabase({ url: postgres.url });
    await fillPortfolio(database);
    await settlePortfolio(database);
    await database.close();
    return await measured('PostgreSQL', { DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

async function measured(name: string, environment: Record<string, string>): Promise<Figure[]> {
  const product = await startProduct(environment);
  try {
    const headers = { authorization: `Bearer ${await tokenOf(product.address, 'manager')}` };
    const figures: Figure[] = [];
    const add = (what: string, found: string) => {
      say(`${name}, ${what}: ${found}`);
      figures.push({ what: `${name}: ${what}`, aim: '', found });
    };
    for (const { what, path } of LISTS) add(what, await read(`${product.address}/api${path}`, headers));
    const times: number[] = [];
    for (let posting = 0; posting < POSTINGS; posting += 1) {
      const began = performance.now();
      const answer = await fetch(`${product.address}/api/utilities`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(bills(posting)),
      });
      if (answer.status !== 201) throw new Error(`The bills were not posted: ${await answer.text()}`);
      await answer.arrayBuffer();
      times.push(performance.now() - began);
    }
    add(`posting ${BILLS} bills`, `${middle(times).toFixed(0)} ms`);
    return figures;
  } finally {
    await product.stop();
  }
}

async function read(url: string, headers: Record<string, string>): Promise<string> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < READS; round += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'gzip' } });
    bytes = (await answer.arrayBuffer()).byteLength;
    times.push(performance.now() - began);
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}.`);
  }
  const plain = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  if ((await plain.arrayBuffer()).byteLength !== bytes)
    throw new Error('Compressed and plain answers differ.');
  // fetch decompresses the answer, so its size is read by a plain HTTP request.
  const travels = await weightOf(url, headers);
  return `${middle(times).toFixed(1)} ms, ${(bytes / 1000).toFixed(1)} kB (${(travels / 1000).toFixed(1)} kB compressed)`;
}

/** The size of the compressed answer, in bytes. */
async function weightOf(url: string, headers: Record<string, string>): Promise<number> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...headers, 'accept-encoding': 'gzip' } }, (answer) => {
      let weight = 0;
      answer.on('data', (chunk: Buffer) => (weight += chunk.length));
      answer.on('end', () => resolve(weight));
      answer.on('error', reject);
    }).on('error', reject);
  });
}

/** Bills of 500 residents that were not billed yet. */
function bills(posting: number): object[] {
  return Array.from({ length: BILLS }, (_, index) => {
    const usage = { water_usage: 1200 + index, electric_usage: 300.25, gas_usage: index % 40 };
    const { water_cost, electric_cost, gas_cost } = priceOf(usage, RATES);
    return { user_id: posting * BILLS + index + 1, ...usage, water_cost, electric_cost, gas_cost };
  });
}
