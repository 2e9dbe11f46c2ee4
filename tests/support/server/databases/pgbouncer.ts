import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, unprivilegedUser } from './postgres.ts';

/** Where Debian's package puts it, which is not on every PATH. */
const PROGRAM = '/usr/sbin/pgbouncer';

export const pgbouncerIsInstalled = existsSync(PROGRAM);

export interface Pooler {
  /** The address of the database, through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer on a free port, in front of the PostgreSQL server and database at `url`. */
export async function startPgbouncer(
  url: string,
  mode: 'session' | 'transaction' | 'statement',
  settings: Record<string, string | number> = {},
): Promise<Pooler> {
  const { hostname, port, username } = new URL(url);
  const owner = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-pgbouncer-'));
  const near = new URL(url);
  near.port = String(await freePort());
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: near.port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: mode,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const configuration = join(folder, 'pgbouncer.ini');
  await writeFile(all.auth_file, `"${username}" ""\n`);
  await writeFile(
    configuration,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  for (const path of [folder, all.auth_file, configuration]) {
    if (owner) await chown(path, owner.uid, owner.gid);
  }
  const pooler = spawn(PROGRAM, [configuration], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise((resolve) => pooler.once('exit', resolve));
  let log = '';
  pooler.stderr.on('data', (chunk) => (log = (log + String(chunk)).slice(-4000)));
  async function stop(): Promise<void> {
    pooler.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  }
  for (let attempt = 0; pooler.exitCode === null && attempt < 600; attempt += 1) {
    const client = new pg.Client(near.href);
    try {
      await client.connect();
      return { url: near.href, stop };
    } catch {
      await pause(50); // not listening yet
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  await stop();
  throw new Error(`PgBouncer did not start:\n${log}`);
}
