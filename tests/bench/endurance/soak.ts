import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readArguments, readNumber } from '../../../scripts/arguments.mjs';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { createContext } from '../../../server/process/createContext.ts';
import { faultsIn } from '../../support/server/kills/agreement.ts';
import { copyBlankDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { cableTo } from '../../support/server/cable.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { communityOf, loadOf, tokenOf } from '../../support/server/kills/load.ts';
import { startPostgres } from '../../support/server/databases/postgres.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { startServer, type ServerProcess } from '../../support/server/serverProcess.ts';
import { fillDisk, onSmallDisk } from './smallDisk.ts';

const WRITERS = 6;
const DISK_MEGABYTES = 4096;
/** How often the process is measured, in milliseconds. */
const MEASURED_EVERY = 5000;
/** How long a fault lasts, in milliseconds. */
const FAULT_LASTS = 10_000;
const LISTS = ['/maintenance', '/transactions/my-history', '/announcements'];

const USAGE = `npm run soak -- --minutes 30 [--postgres]
  Loads the built server for so long, with faults, and prints what its processes held.`;

/**
 * `npm run soak`: mixed load on the built server, with stalled uploads and a full disk (or a
 * database that is away) each in turn every 30 seconds, and a restart every 10 minutes. Prints each process's memory and
 * file handles at its beginning and its end. Linux only: the embedded database gets a small file system of its own.
 */
async function main(): Promise<void> {
  const { values } = readArguments(USAGE, {
    options: { minutes: { type: 'string', default: '30' }, postgres: { type: 'boolean', default: false } },
  });
  const minutes = readNumber('minutes', values.minutes, USAGE);
  const folder = values.postgres
    ? await mkdtemp(path.join(tmpdir(), 'porchlight-soak-'))
    : process.env.SMALL_DISK;
  if (!folder) {
    process.exitCode = onSmallDisk(DISK_MEGABYTES);
    return;
  }
  const faults = await (values.postgres ? soakPostgres(folder, minutes) : soakEmbedded(folder, minutes));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

async function soakEmbedded(disk: string, minutes: number): Promise<string[]> {
  const filler = path.join(disk, 'filler');
  const folder = path.join(disk, 'data');
  await copyBlankDatabase(path.join(folder, 'database'));
  return soak({ DATA_DIR: folder }, minutes, async () => {
    fillDisk(filler, 0);
    await pause(FAULT_LASTS);
    rmSync(filler);
  });
}

async function soakPostgres(folder: string, minutes: number): Promise<string[]> {
  const postgres = await startPostgres();
  try {
    const cable = await cableTo((await serverDatabase(postgres.url)).url);
    const faults = await soak({ DATA_DIR: folder, DATABASE_URL: cable.url }, minutes, async () => {
      await cable.cut();
      await pause(FAULT_LASTS);
      await cable.mend();
    });
    await cable.remove();
    return faults;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

/** Returns one line for each fault. */
async function soak(
  location: Record<string, string>,
  minutes: number,
  takeStorageAway: () => Promise<void>,
): Promise<string[]> {
  const environment = { LOG_LEVEL: 'error', ...UNLIMITED, ...location };
  const open = () => createContext(readConfiguration({ NODE_ENV: 'production', ...environment }));
  const empty = await open();
  const load = loadOf(await communityOf(empty.database, WRITERS));
  await empty.database.close();

  const ends = Date.now() + minutes * 60_000;
  const reads = { answered: 0, putOff: 0, wrong: [] as string[] };
  while (Date.now() < ends) {
    const server = startServer(environment);
    const port = await server.port();
    const process = measure(server);
    const life = { over: false };
    const readers = LISTS.map((list) => readUntil(life, port, list, reads));
    const working = workUntil(life, () => load.work(port));
    const restartAt = Math.min(ends, Date.now() + 10 * 60_000);
    for (let turn = 0; Date.now() + 2 * FAULT_LASTS < restartAt; turn += 1) {
      await pause(2 * FAULT_LASTS);
      await (turn % 2 === 0 ? stallUploads(port) : takeStorageAway());
    }
    await pause(Math.max(0, restartAt - Date.now()));
    life.over = true;
    load.stop();
    await Promise.all([working, ...readers]);
    say(process.end());
    server.child.kill('SIGTERM');
    if ((await server.ended) !== 0) reads.wrong.push(`a stop failed: ${server.complaints()}`);
  }

  const context = await open();
  const faults = [...(await faultsIn(context, load.changes)), ...load.wrong, ...reads.wrong];
  await context.database.close();
  const acknowledged = load.changes.filter(({ answer }) => answer !== undefined).length;
  say(
    `${minutes} minutes: ${acknowledged} changes acknowledged, ${load.putOff} put off (503), ${reads.answered} reads ` +
      `answered, ${reads.putOff} put off, ${faults.length} faults`,
  );
  return faults;
}

/** Begins the work again whenever it ends, such as after a refused sign-in. */
async function workUntil(life: { over: boolean }, work: () => Promise<void>): Promise<void> {
  while (!life.over) {
    await work();
    await pause(100);
  }
}

async function readUntil(
  life: { over: boolean },
  port: number,
  list: string,
  reads: { answered: number; putOff: number; wrong: string[] },
): Promise<void> {
  const address = `http://127.0.0.1:${port}/api`;
  const token = await tokenOf(address, 'resident');
  for (; !life.over; await pause(100)) {
    const answer = await fetch(address + list, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    if (answer.ok) reads.answered += 1;
    else if (answer.status === 503 && answer.headers.has('retry-after')) reads.putOff += 1;
    // The token is valid for 15 minutes, longer than the process.
    else reads.wrong.push(`${list}: ${answer.status} ${text}`);
  }
}

/** Begins twenty forms of a resident that bring nothing more, and cuts them off. */
async function stallUploads(port: number): Promise<void> {
  const token = await tokenOf(`http://127.0.0.1:${port}/api`, 'resident');
  const head = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b`;
  const sockets: Socket[] = [];
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST /api/maintenance HTTP/1.1\r\n${head}\r\nContent-Length: 1000000\r\n\r\n--b\r\n`);
    sockets.push(socket);
  }
  await pause(FAULT_LASTS);
  for (const socket of sockets) socket.destroy();
}

/** Measures memory and file handles of a process until `end`, which returns them in words. */
function measure({ child }: ServerProcess): { end: () => string } {
  const samples: { megabytes: number; handles: number }[] = [];
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
    const handles = readdirSync(`/proc/${child.pid}/fd`).length;
    samples.push({ megabytes: kilobytes / 1024, handles });
  }, MEASURED_EVERY);
  const highest = (part: typeof samples, of: 'megabytes' | 'handles') =>
    Math.round(Math.max(...part.map((sample) => sample[of])));
  return {
    end: () => {
      clearInterval(timer);
      // The first third warms the process up.
      const third = Math.ceil(samples.length / 3);
      const [second, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
      return (
        `a process of ${Math.round((samples.length * MEASURED_EVERY) / 60_000)} minutes, second and last third: ` +
        `at most ${highest(second, 'megabytes')} and ${highest(last, 'megabytes')} MB, ` +
        `${highest(second, 'handles')} and ${highest(last, 'handles')} file handles`
      );
    },
  };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
