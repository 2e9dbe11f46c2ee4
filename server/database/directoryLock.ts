import { createHash } from 'node:crypto';
import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

interface Holder {
  pid: number;
  since: string;
}

/** Another process has the directory open. Two on one directory would silently lose rows. */
export class DirectoryInUse extends Error {
  constructor(directory: string, holder: Holder | undefined) {
    const who = holder ? `process ${String(holder.pid)} since ${holder.since}` : 'another process';
    super(
      `The database in ${directory} is in use by ${who}. Two servers on one directory would lose rows: ` +
        'stop the other one first, or set DATABASE_URL to share a PostgreSQL server.',
    );
    this.name = 'DirectoryInUse';
  }
}

/**
 * Locks the directory for this process; returns the function that unlocks it.
 * The lock ends with the process, however that dies. Throws DirectoryInUse.
 */
export async function lockDirectory(
  directory: string,
  platform = process.platform,
): Promise<() => Promise<void>> {
  const path = await realpath(directory);
  const mine: Holder = { pid: process.pid, since: new Date().toISOString() };
  return platform === 'linux' ? lockBySocket(path, mine) : lockByFile(path, mine);
}

/** An abstract socket has no file: the kernel frees its name with the process. The lock file only says whose it is. */
async function lockBySocket(path: string, mine: Holder): Promise<() => Promise<void>> {
  const file = lockFile(path);
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, `\0porchlight-${createHash('sha256').update(path).digest('hex')}`);
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw new DirectoryInUse(path, await readHolder(file));
    throw error;
  }
  server.unref();
  await writeFile(file, JSON.stringify(mine));
  return async () => {
    await rm(file, { force: true });
    await new Promise((resolve) => server.close(resolve));
  };
}

function listen(server: Server, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(name, () => {
      resolve();
    });
  });
}

/** The lock without abstract sockets: a file with the process id, which is invalid once that process ended. */
async function lockByFile(path: string, mine: Holder): Promise<() => Promise<void>> {
  const file = lockFile(path);
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(file, JSON.stringify(mine), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const holder = await readHolder(file);
      if (attempt > 0 || (holder && isAlive(holder.pid))) throw new DirectoryInUse(path, holder);
      await rm(file, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // alive, and someone else's
  }
}

function lockFile(path: string): string {
  return join(path, 'porchlight.lock');
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return undefined; // missing or unreadable says nothing about who
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
