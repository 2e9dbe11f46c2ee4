// `npm run bench`: the built product beside a bare server and a peer (`peer/`) on the same PostgreSQL, 10,000 units and 1,000,000
// entries. Prints what share of the bare server's throughput ours has and how far ahead of the peer it is, and writes docs/bench.md.
import { loadavg } from 'node:os';
import { readArguments, refuseArguments } from '../../scripts/arguments.mjs';
import { openDatabase } from '../../server/database/openDatabase.ts';
import { startPostgres } from '../support/server/databases/postgres.ts';
import { writePage } from './benchPage.ts';
import { CALLS } from './calls.ts';
import { say } from './figure.ts';
import { fillPortfolio, settlePortfolio } from './portfolio.ts';
import { CONNECTIONS, missesAim, race, ROUNDS, SECONDS, SHORTENED, words, type Row } from './changes/race.ts';
import { startBare, startPeer, startProduct } from './servers.ts';

/** In seconds: filling the database, starting the servers, and what lies between two loads. */
const BESIDE = 90;

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
    const peer = await startPeer(postgres.url);
    try {
      const rows: Row[] = [];
      for (const call of chosen) {
        for (const connections of CONNECTIONS) {
          const row = await race(
            { ours: product.address, bare: bare.address, peer: peer.address },
            call,
            connections,
          );
          rows.push(row);
          say(words(row).join('  '));
        }
      }
      return rows;
    } finally {
      await peer.stop();
      await bare.stop();
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

const USAGE = `npm run bench [-- CALL …]
  Measures the built server beside a bare one and a peer and writes docs/bench.md; with calls these only, and writes nothing.
  BENCH_SECONDS and BENCH_ROUNDS shorten it, to see that the servers answer the same; it then writes nothing either.
  The calls are ${CALLS.map(({ name }) => name).join(', ')}.`;

const { positionals: wanted } = readArguments(USAGE, { allowPositionals: true });
const unknown = wanted.find((each) => !CALLS.some(({ name }) => name.includes(each)));
if (unknown !== undefined) refuseArguments(`There is no call named ${unknown}.`, USAGE);
const chosen =
  wanted.length > 0 ? CALLS.filter(({ name }) => wanted.some((each) => name.includes(each))) : CALLS;
const loads = chosen.length * CONNECTIONS.length * 3;
say(
  `This takes about ${Math.ceil((BESIDE + loads * (ROUNDS + 1) * SECONDS) / 60)} minutes, longer on a machine that has other things to do.`,
);
const before = loadavg()[0] ?? 0;
const rows = await measure();
if (chosen === CALLS && !SHORTENED) await writePage(rows, before);
const missed = rows.filter(missesAim);
say(missed.length === 0 ? 'Every aim was met.' : `${missed.length} aims were missed.`);
