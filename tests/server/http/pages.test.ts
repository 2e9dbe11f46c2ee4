import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import cors from '@fastify/cors';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import type { Context } from '../../../server/context.ts';
import { pages } from '../../../server/http/answers/pages.ts';

const MAP = '/assets/app-1.js.map';
const SCRIPT = 'console.info("Porchlight");';

/** A server of a built app of one page and one script, which is there compressed too. */
async function builtApp(environment: Record<string, string> = { NODE_ENV: 'production' }) {
  const root = await mkdtemp(path.join(tmpdir(), 'porchlight-pages-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, 'index.html'), '<!doctype html><title>Porchlight</title>');
  await writeFile(path.join(root, 'assets', 'app-1.js'), SCRIPT);
  await writeFile(path.join(root, 'assets', 'app-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(root, 'assets', 'app-1.js.map'), '{"version":3}');
  const app = fastify();
  app.decorate('context', { configuration: readConfiguration(environment) } as Context);
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

test('production serves no source map', async () => {
  const app = await builtApp();
  for (const url of [MAP, MAP.replace('p', '%70'), MAP.replace('.map', '%2emap')]) {
    expect((await app.inject(url)).body, url).not.toContain('version');
  }
});

test.each([
  [{ NODE_ENV: 'production' }, 404],
  [{ NODE_ENV: 'production', SOURCE_MAPS: 'true' }, 200],
  [{}, 200],
  [{ SOURCE_MAPS: 'false' }, 404],
])('with %j a source map is answered with %i', async (environment, status) => {
  expect((await (await builtApp(environment)).inject(MAP)).statusCode).toBe(status);
});

test('a page of the app is answered without a warning of Node', async () => {
  const warnings: string[] = [];
  const hear = (warning: Error) => void warnings.push(warning.message);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  const app = await builtApp();
  // Two fewer than Node allows, since the whole server listens for the end of an upload and of its work.
  app.addHook('onRequest', async (_request, reply) => void reply.raw.setMaxListeners(8));
  expect((await app.inject('/maintenance')).statusCode).toBe(200);
  expect((await app.inject('/no/such/page')).statusCode).toBe(200);
  // Node emits a warning on its next turn.
  await setImmediate();
  expect(warnings).toEqual([]);
});
