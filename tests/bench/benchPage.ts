import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { LEAST_LEAD, missesAim, ROUNDS, SECONDS, words, type Row } from './changes/race.ts';

const PAGE = fileURLToPath(new URL('../../docs/bench.md', import.meta.url));

/** Writes docs/bench.md. `load` is the machine's load average before the bench. */
export async function writePage(rows: readonly Row[], load: number): Promise<void> {
  const missed = rows.filter(missesAim);
  const text = `# Bench

Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run bench\`, which builds the product, fills a PostgreSQL server with 10,000 units and 1,000,000 ledger entries, and puts the product in production's mode, a bare \`node:http\` + \`pg\` server (\`tests/bench/bareServer.ts\`: the same columns by the simplest SQL, no sign-in, no checks, no record) and a peer (\`tests/bench/peer\`: Express 5 and Prisma 7 with as little around them) under load by turns.
The machine: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}; all servers, PostgreSQL and the load on it together, with a load of ${load.toFixed(1)} before it began.

| Call | Connections | Aim | Share | Lowest – highest | Ahead of the peer | Ours, per second | Bare, per second | Peer, per second | Ours, p99 | Bare, p99 | Peer, p99 | An answer of ours |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${words(row).join(' | ')} |`).join('\n')}

${missed.length === 0 ? 'Every aim was met.' : `Missed: ${missed.map(({ call, connections }) => `${call.name} on ${connections}`).join(', ')}.`}

The share is our throughput by that of the bare server in the same round, the middle one of ${ROUNDS} rounds. In each round ours and the bare server get as many requests as ours answers in about ${SECONDS} s, and the peer half as many, after as long that is not counted; 1.00 would be as fast. Rates and 99th percentiles are the middle ones of the rounds too. Ahead of the peer is our throughput by that of the peer, of the same rounds: at least ${LEAST_LEAD.GET} is aimed at for a read, and ${LEAST_LEAD.POST} for a change. Before a call is measured, the servers are seen to answer the same; while it is, each answer must be a success, and each read the same bytes again.
Ours signs in each request by its session in the database, checks its input, records who did what, logs one line, and answers with an ETag and the headers of a careful server. The rows without an aim show what compression and an \`Idempotency-Key\` cost.

A read is aimed at by its share on one connection, which says what the code around the query costs, and by its 99th percentile on 32, which is what people wait for. A change is made in one transaction of several statements: who asks, the rate limit, the key, the change, its audit entry, the answer under the key.
`;
  await writeFile(PAGE, await format(text, { parser: 'markdown' }));
}
