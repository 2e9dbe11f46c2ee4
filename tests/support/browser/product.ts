import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverEnvironment } from '../../../scripts/run.mjs';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { copyMigratedDatabase } from '../server/databases/embeddedCopies.ts';
import { UNLIMITED } from '../server/server.ts';
import { shortLived } from '../server/serverProcess.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The built product, run as a process with a data directory of its own. */
export class Product {
  private server: ChildProcess | undefined;
  readonly port: number;
  /** The data directory; the database is in `database`. */
  readonly directory: string;

  private constructor(port: number, directory: string) {
    this.port = port;
    this.directory = directory;
  }

  /** Starts with the demo's data, copied from those of this test run if they exist. */
  static async start(): Promise<Product> {
    const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-product-'));
    // Synchronous, since the asynchronous copy takes twice the CPU time.
    if (process.env.DEMO_DATA) cpSync(process.env.DEMO_DATA, directory, { recursive: true });
    else await copyMigratedDatabase(path.join(directory, 'database'));
    const product = new Product(await freePort(), directory);
    await product.resume();
    return product;
  }

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  /** The resident memory of the server's process, in bytes. */
  memory(): number {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(this.server?.pid ?? 0)], {
      encoding: 'utf8',
    });
    return Number(kilobytes) * 1024;
  }

  /** Starts the server process, again on the same data and port. */
  async resume(): Promise<void> {
    const server = spawn(process.execPath, [...shortLived, 'dist/server/main.js'], {
      cwd: ROOT,
      env: {
        ...serverEnvironment,
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.directory,
        LOG_LEVEL: 'warn',
        NODE_ENV: 'test',
        ...UNLIMITED,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.server = server;
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('Porchlight is at')) resolve();
      };
      server.stdout.on('data', hear);
      server.stderr.on('data', hear);
      server.once('exit', (code) => reject(new Error(`The server stopped with ${code}:\n${printed}`)));
    });
  }

  /** Ends the server process: at once, or gracefully by SIGTERM. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const { server } = this;
    if (server?.exitCode !== null || server.signalCode !== null) return;
    server.removeAllListeners('exit');
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await gone;
  }

  async close(): Promise<void> {
    await this.kill('SIGTERM');
    await rm(this.directory, { recursive: true, force: true });
  }

  /** Stops the server, runs `npm run check:ledger` and returns its output. */
  async checkLedger(): Promise<string> {
    await this.kill('SIGTERM');
    return execFileSync(process.execPath, ['dist/server/checkLedger.js'], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: this.directory, NODE_ENV: 'test' },
      encoding: 'utf8',
    });
  }

  /** The requests that a manager reads, by the API. */
  async requests(): Promise<MaintenanceRequest[]> {
    return (await this.call('manager', 'GET', '/maintenance')) as MaintenanceRequest[];
  }

  /** Makes one call as this user, without the app and the simulated network. */
  async call(username: string, method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.tokenOf(username)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }

  private async tokenOf(username: string): Promise<string> {
    const signedIn = await fetch(`${this.address}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'porchlight' }),
    });
    return ((await signedIn.json()) as { token: string }).token;
  }
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
