import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readArguments, readNumber } from '../../../scripts/arguments.mjs';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { createContext } from '../../../server/process/createContext.ts';
import { RESERVED_MEGABYTES } from '../../../server/database/diskSpace.ts';
import { faultsIn } from '../../support/server/kills/agreement.ts';
import { copyBlankDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { communityOf, loadOf, tokenOf, type Load } from '../../support/server/kills/load.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { startServer } from '../../support/server/serverProcess.ts';
import { fillDisk, onSmallDisk } from './smallDisk.ts';

const WRITERS = 6;
const DISK_MEGABYTES = 320;
/** How long a full disk is observed, in milliseconds. */
const OBSERVED = 6000;

const USAGE = `npm run full-disk -- --rounds 5
  Fills a small file system under load so many times, and prints what the built server did. Linux only.`;

/**
 * `npm run full-disk`: runs the built server on a small file system of its own (a tmpfs in a namespace, so
 * Linux only), fills it to the last byte while people write text and photos, and prints what the server did.
 */
async function main(): Promise<void> {
  const { values } = readArguments(USAGE, { options: { rounds: { type: 'string', default: '5' } } });
  const rounds = readNumber('rounds', values.rounds, USAGE);
  const disk = process.env.SMALL_DISK;
  if (!disk) {
    process.exitCode = onSmallDisk(DISK_MEGABYTES);
    return;
  }
  const observed = await fillRounds(disk, rounds);
  const { faults, ...counts } = observed;
  process.stdout.write(
    `${rounds} times a full disk: ${counts.acknowledged} changes acknowledged, ${counts.putOff} requests put off ` +
      `(503), ${counts.reads} reads answered, health answered within ${Math.round(counts.slowestHealth)} ms, ` +
      `SIGTERM within ${Math.round(counts.slowestStop)} ms, ${faults.length} faults.\n`,
  );
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

interface Observed {
  acknowledged: number;
  putOff: number;
  reads: number;
  /** In milliseconds. */
  slowestHealth: number;
  slowestStop: number;
  faults: string[];
}

async function fillRounds(disk: string, rounds: number): Promise<Observed> {
  const folder = path.join(disk, 'data');
  const filler = path.join(disk, 'filler');
  const environment = { DATA_DIR: folder, LOG_LEVEL: 'error', ...UNLIMITED };
  const open = () => createContext(readConfiguration({ NODE_ENV: 'production', ...environment }));
  const total: Observed = {
    acknowledged: 0,
    putOff: 0,
    reads: 0,
    slowestHealth: 0,
    slowestStop: 0,
    faults: [],
  };

  await copyBlankDatabase(path.join(folder, 'database'));
  const empty = await open();
  const load = loadOf(await communityOf(empty.database, WRITERS));
  await empty.database.close();

  for (let round = 1; round <= rounds; round++) {
    const fault = (text: string) => void total.faults.push(`Round ${round}: ${text}`);
    const server = startServer(environment);
    const port = await server.port();
    const token = await tokenOf(`http://127.0.0.1:${port}/api`, 'resident');
    const working = load.work(port);
    await pause(500 + Math.random() * 1500);
    // Every other round, people themselves use up what is left above the reserve.
    if (round % 2 === 0) {
      fillDisk(filler, (RESERVED_MEGABYTES + 1) * 1024 * 1024);
      await pause(OBSERVED);
    }
    fillDisk(filler, 0);
    await observe(port, token, total, fault);
    load.stop();
    await Promise.race([working, pause(5000)]);

    const stopping = performance.now();
    server.child.kill('SIGTERM');
    if ((await Promise.race([server.ended, pause(20_000, 'stuck')])) === 'stuck') {
      fault('SIGTERM did not end it in 20 seconds');
      await server.kill();
    }
    total.slowestStop = Math.max(total.slowestStop, performance.now() - stopping);

    const refused = startServer(environment);
    const code = await Promise.race([refused.ended, refused.port().then(() => 'listens')]).catch(
      () => 'ended',
    );
    if (!/disk of .* is full/.test(refused.complaints())) {
      fault(`a start on a full disk: ${code}, ${refused.complaints() || 'without a word'}`);
    }
    await refused.kill();

    await rm(filler, { force: true });
    await checkAfter(load, open, fault);
  }
  total.acknowledged = load.changes.filter(({ answer }) => answer !== undefined).length;
  total.putOff = load.putOff;
  total.faults.push(...load.wrong);
  return total;
}

/** Asks for health, readiness, a list and a change for some seconds. */
async function observe(
  port: number,
  token: string,
  total: Observed,
  fault: (text: string) => void,
): Promise<void> {
  const address = `http://127.0.0.1:${port}/api`;
  const ask = (route: string, init: RequestInit = {}) =>
    fetch(address + route, { ...init, signal: AbortSignal.timeout(5000) }).catch((error: unknown) => {
      fault(`${route}: ${String(error)}`);
      return undefined;
    });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const until = performance.now() + OBSERVED;
  let ready: number | undefined;
  let changed: Response | undefined;
  while (performance.now() < until) {
    const asked = performance.now();
    await ask('/health');
    total.slowestHealth = Math.max(total.slowestHealth, performance.now() - asked);
    for (const route of ['/maintenance', '/transactions/my-history', '/announcements']) {
      const read = await ask(route, { headers });
      if (read?.ok) total.reads += 1;
      else if (read) fault(`${route}: ${read.status} ${await read.text()}`);
    }
    ready = (await ask('/ready'))?.status;
    const body = JSON.stringify({ announcement: 'Is there room?' });
    changed = await ask('/announcements/submit', { method: 'POST', headers, body });
    await pause(100);
  }
  if (ready !== 503) fault(`/ready says ${ready}`);
  if (changed?.status !== 503 || !changed.headers.has('retry-after')) {
    fault(`a change is answered ${changed?.status} ${await changed?.text()}`);
  }
  const refreshed = await ask('/users/refresh', { method: 'POST', headers, body: '{}' });
  if (!refreshed?.ok) fault(`a token cannot be renewed: ${refreshed?.status}`);
}

/** With room again: every acknowledged change is there once. */
async function checkAfter(
  load: Load,
  open: () => ReturnType<typeof createContext>,
  fault: (text: string) => void,
): Promise<void> {
  const context = await open();
  // Those of `observe`, which have no key.
  await context.database.sql`delete from announcements where announcement = 'Is there room?'`;
  for (const each of await faultsIn(context, load.changes)) fault(each);
  await context.database.close();
}

await main();
