// `npx tsx tests/bench/changes/live.ts` after `npm run build`: 1,000 open apps that are told which reads became stale, on one process
// of the built product with a PostgreSQL server. Prints what they cost in memory and request time, and how soon they are told.
import { hash } from '@node-rs/argon2';
import { createParser } from 'eventsource-parser';
import { request as send, Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { startPostgres } from '../../support/server/databases/postgres.ts';
import { populate } from '../../support/server/server.ts';
import { say } from '../figure.ts';
import { startProduct, tokenOf } from '../servers.ts';

const PEOPLE = 250;
const STREAMS_OF_EACH = 4;
const REQUESTS = 1500;
const CHANGES = 200;
const METRICS_TOKEN = 'the-metrics-of-the-bench';

const postgres = await startPostgres();
const database = await openDatabase({ url: postgres.url });
await populate(database);
const password = await hash('porchlight', { memoryCost: 8, timeCost: 1, parallelism: 1 });
await database.sql`
  insert into users (username, email, password_hash, first_name, last_name, unit)
  select 'p' || n, 'p' || n || '@example.com', ${password}, 'P', 'N' || n, 1 from generate_series(1, ${PEOPLE}) as n`;
await database.close();
const product = await startProduct({
  DATABASE_URL: postgres.url,
  METRICS_TOKEN,
  LOG_LEVEL: 'warn',
  SIGN_IN_FAILURES_PER_ADDRESS: '1000000',
});

async function metric(name: string): Promise<number> {
  const answer = await fetch(`${product.address}/api/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await answer.text())?.[1]);
}
const megabytes = async () => (await metric('process_resident_memory_bytes')) / 1024 / 1024;
const quantile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? NaN;
const both = (times: number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;

const api = (path: string, token: string, body?: object) =>
  fetch(`${product.address}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });

/** How long a read takes, one after the other. */
async function reads(token: string): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    const began = performance.now();
    await (await api('/maintenance', token)).arrayBuffer();
    times.push(performance.now() - began);
  }
  return times;
}

let told = new Map<number, number>();
let toldAll = 0;
const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
async function follow(person: number, token: string): Promise<void> {
  const parser = createParser({
    onEvent({ data }) {
      if (data.includes('listMyTransactions') && !told.has(person)) told.set(person, performance.now());
      if (data.includes('listAnnouncements')) toldAll += 1;
    },
  });
  await new Promise<void>((resolve, reject) => {
    const request = send(
      `${product.address}/api/changes`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`A stream was answered ${answer.statusCode}.`));
        answer.on('data', (chunk: Buffer) => parser.feed(chunk.toString()));
        resolve();
      },
    );
    request.on('error', reject).end();
  });
}

try {
  const manager = await tokenOf(product.address, 'manager');
  const tokens: string[] = [];
  for (let person = 1; person <= PEOPLE; person += 1)
    tokens.push(await tokenOf(product.address, `p${person}`));
  const [first = ''] = tokens;
  await reads(first);
  const alone = await reads(first);
  const before = await megabytes();
  for (const [person, token] of tokens.entries()) {
    await Promise.all(Array.from({ length: STREAMS_OF_EACH }, () => follow(person, token)));
  }
  await pause(2000);
  const open = await metric('porchlight_change_streams');
  say(
    `${open} open streams: ${((await megabytes()) - before).toFixed(0)} MB more than the ${before.toFixed(0)} MB before`,
  );
  const beside = await reads(first);
  say(`one read without them: ${both(alone)}; beside them: ${both(beside)}`);
  const cpu = await metric('process_cpu_seconds_total');
  await pause(60_000);
  say(
    `CPU time of a minute in which nothing changes: ${((await metric('process_cpu_seconds_total')) - cpu).toFixed(2)} s`,
  );

  const [people] = [await (await api('/users', manager)).json()] as [{ id: number; username: string }[]];
  const idOf = new Map(people.map(({ id, username }) => [username, id]));
  const waits: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const person = change % PEOPLE;
    told = new Map();
    const began = performance.now();
    await api('/transactions/charge', manager, {
      userId: idOf.get(`p${person + 1}`),
      amount: 1,
      description: 'Key',
    });
    while (!told.has(person)) await pause(1);
    waits.push((told.get(person) ?? NaN) - began);
  }
  say(`from sending a charge until the person charged is told: ${both(waits)}`);
  toldAll = 0;
  const began = performance.now();
  await api('/announcements', manager, { announcement: 'Water off', announcement_type: 'General' });
  while (toldAll < open) await pause(5);
  say(
    `from sending an announcement until all ${open} are told: ${(performance.now() - began).toFixed(0)} ms`,
  );
  say(`memory at the end: ${((await megabytes()) - before).toFixed(0)} MB more than before`);
} finally {
  agent.destroy();
  await product.stop();
  await postgres.stop();
}
