import react from '@vitejs/plugin-react';
import { build as bundle } from 'esbuild';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** The bare app, built as the product is and served on loopback. */
export class BareApp {
  readonly address: string;
  private readonly server: Server;
  private readonly directory: string;

  private constructor(server: Server, directory: string) {
    this.address = `http://localhost:${String((server.address() as AddressInfo).port)}`;
    this.server = server;
    this.directory = directory;
  }

  static async start(): Promise<BareApp> {
    const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-bare-app-'));
    await build({
      ...{ configFile: false, root: SOURCE, publicDir: false, logLevel: 'error', plugins: [react()] },
      build: { outDir: directory, emptyOutDir: true },
    });
    const files = await readdir(directory, { recursive: true });
    const urls = files.filter((file) => path.extname(file) !== '').map((file) => `/${file}`);
    await bundle({
      ...{ entryPoints: [path.join(SOURCE, 'worker.js')], outfile: path.join(directory, 'worker.js') },
      ...{ bundle: true, minify: true, format: 'iife' },
      define: { FILES: JSON.stringify(urls), 'process.env.NODE_ENV': '"production"' },
    });
    const server = createServer((request, response) => {
      const asked = path.join(directory, path.normalize(request.url ?? '/'));
      const file = TYPES[path.extname(asked)] ? asked : path.join(directory, 'index.html');
      readFile(file).then(
        (bytes) => response.setHeader('content-type', TYPES[path.extname(file)] ?? '').end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
    return new BareApp(server, directory);
  }

  /** Stops answering; what a phone has installed stays there. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  async close(): Promise<void> {
    if (this.server.listening) await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}
