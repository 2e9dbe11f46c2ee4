import { execFile, spawn, type ChildProcess, type ExecFileOptions } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { keptFolder } from '../../keptFolder.ts';

const run = promisify(execFile);

export interface TemporaryPostgres {
  url: string;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts an empty PostgreSQL server on a free port of this machine, with its files in a temporary folder. They are
 * thrown away afterwards, so nothing waits for the disk unless it is to be as `durable` as in use. Everybody is let in
 * without a password.
 */
export async function startPostgres({
  durable = false,
  superuser = 'porchlight',
} = {}): Promise<TemporaryPostgres> {
  const programs = await postgresPrograms();
  if (!programs) {
    throw new Error('PostgreSQL is not installed on this machine. On Debian: apt-get install postgresql');
  }
  const owner = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-postgres-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const as = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder } };
  const data = join(folder, 'data');
  const remove = () => rm(folder, { recursive: true, force: true });

  try {
    cpSync(await initialized(programs, superuser, as), data, { recursive: true });
    if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, data]);
    const port = await freePort();
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `fsync=${durable ? 'on' : 'off'}`,
      `unix_socket_directories=${folder}`,
    ];
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      {
        ...as,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let log = '';
    server.stderr.on('data', (chunk) => (log = (log + String(chunk)).slice(-4000)));
    const url = `postgres://${superuser}@127.0.0.1:${port}/postgres`;
    await untilReady(url, server, () => log);
    return {
      url,
      stop: async () => {
        await end(server);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The files of a new server, to copy, since making them takes a second of CPU time. */
async function initialized(programs: string, superuser: string, as: ExecFileOptions): Promise<string> {
  const { stdout: version } = await run(join(programs, 'postgres'), ['--version'], as);
  const name = `postgres-${superuser}-${String(version).replace(/[^\w.]+/g, '-')}`;
  return keptFolder(name, async (folder) => {
    // The cache belongs to whoever runs the tests, which may not be the user whom PostgreSQL runs as.
    const made = join(String(as.cwd), 'made');
    const options = ['-U', superuser, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    await run(join(programs, 'initdb'), ['-D', made, ...options], as);
    cpSync(made, folder, { recursive: true });
  });
}

/** A temporary server of the caller's own; undefined if PostgreSQL is not installed. */
export async function ownPostgresIfInstalled(): Promise<TemporaryPostgres | undefined> {
  return (await postgresPrograms()) ? startPostgres() : undefined;
}

/** The server of DATABASE_URL, or else a temporary one; undefined if PostgreSQL is not installed. */
export async function postgresIfInstalled(): Promise<TemporaryPostgres | undefined> {
  const url = process.env.DATABASE_URL;
  if (url) return { url, stop: () => Promise.resolve() };
  return ownPostgresIfInstalled();
}

/** The directory of PostgreSQL's programs, which Debian does not put on the PATH; undefined where it is not installed. */
export async function postgresPrograms(): Promise<string | undefined> {
  const answer = await run('pg_config', ['--bindir']).catch(() => undefined);
  const folder = answer?.stdout.trim();
  return folder && existsSync(join(folder, 'initdb')) ? folder : undefined;
}

/** PostgreSQL and PgBouncer refuse to run as root, so there they run as another user. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const answers = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(
      () => undefined,
    );
    if (answers) return { uid: Number(answers[0].stdout), gid: Number(answers[1].stdout) };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody.');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilReady(url: string, server: ChildProcess, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (server.exitCode !== null) break;
    const client = new pg.Client(url);
    try {
      await client.connect();
      return;
    } catch {
      await pause(50); // not listening yet, or still starting up
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  await end(server);
  throw new Error(`The temporary PostgreSQL server did not start:\n${log()}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT'); // PostgreSQL's fast shutdown: it does not wait for its clients
  await exited;
}
