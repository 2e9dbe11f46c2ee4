import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MaintenanceRequest } from '../../contract/maintenance.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The built product as people run it: a process of its own on a data directory of its own. */
export class Product {
  private server: ChildProcess | undefined;
  readonly port: number;
  private readonly directory: string;

  private constructor(port: number, directory: string) {
    this.port = port;
    this.directory = directory;
  }

  /** Starts with the demo's data; the second start within a run copies the first one's instead of drawing it again. */
  static async start(): Promise<Product> {
    const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-product-'));
    const product = new Product(await freePort(), directory);
    if (template) await cp(template, directory, { recursive: true });
    await product.resume();
    if (!template) {
      await product.kill('SIGTERM');
      template = await mkdtemp(path.join(tmpdir(), 'porchlight-template-'));
      await cp(directory, template, { recursive: true });
      process.on('exit', () => spawn('rm', ['-rf', template ?? ''], { detached: true, stdio: 'ignore' }).unref());
      await product.resume();
    }
    return product;
  }

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  /** Starts the server process (again) on the same data and port. */
  async resume(): Promise<void> {
    const server = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(this.port), DATA_DIR: this.directory, LOG_LEVEL: 'warn', NODE_ENV: 'test' },
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

  /** Ends the server process: at once, as a power cut would, or as its supervisor asks it. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.removeAllListeners('exit');
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await gone;
  }

  async close(): Promise<void> {
    await this.kill('SIGTERM');
    await rm(this.directory, { recursive: true, force: true });
  }

  /** The requests as the manager is told of them, past the app. */
  async requests(): Promise<MaintenanceRequest[]> {
    const signedIn = await fetch(`${this.address}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'manager', password: 'porchlight' }),
    });
    const { token } = (await signedIn.json()) as { token: string };
    const answer = await fetch(`${this.address}/api/maintenance`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as MaintenanceRequest[];
  }
}

let template: string | undefined;

async function freePort(): Promise<number> {
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
