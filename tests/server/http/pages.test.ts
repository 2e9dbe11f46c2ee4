import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import cors from '@fastify/cors';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { pages } from '../../../server/http/pages.ts';

const SCRIPT = 'console.info("Porchlight");';

/** A server of a built app of one page and one script, which is there compressed too. */
async function builtApp() {
  const root = await mkdtemp(path.join(tmpdir(), 'porchlight-pages-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, 'index.html'), '<!doctype html><title>Porchlight</title>');
  await writeFile(path.join(root, 'assets', 'app-1.js'), SCRIPT);
  await writeFile(path.join(root, 'assets', 'app-1.js.br'), brotliCompressSync(SCRIPT));
  const app = fastify();
  await app.register(cors, { origin: ['https://elsewhere.example'] });
  await pages(app, root);
  onTestFinished(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });
  return app;
}

test.each([
  ['/assets/app-1.js', 'br', 'br'],
  ['/assets/app-1.js', 'identity', undefined],
  ['/ledger', 'br', undefined],
])('%s, asked for as %s, names what it depends on', async (url, accepted, encoding) => {
  const answer = await (await builtApp()).inject({ url, headers: { 'accept-encoding': accepted } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers.vary).toBe('Accept-Encoding, Origin');
});
