import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../server/database/unavailable.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const BUILT = readFileSync('manifest.webmanifest', 'utf8');
const members = JSON.parse(BUILT) as Record<string, unknown>;

const pagesRoot = mkdtempSync(path.join(tmpdir(), 'porchlight-pages-'));
writeFileSync(path.join(pagesRoot, 'index.html'), '<!doctype html><title>Porchlight</title>');
writeFileSync(path.join(pagesRoot, 'manifest.webmanifest'), BUILT);

let server: TestServer;
let manager: string;
beforeAll(async () => {
  server = await testServer({}, { pagesRoot });
  manager = await server.token('manager');
});
afterAll(async () => {
  await server.close();
  rmSync(pagesRoot, { recursive: true });
});
beforeEach(() => server.database.sql`delete from community`);

const ask = (headers: Record<string, string> = {}) =>
  server.app.inject({ url: '/manifest.webmanifest', headers });
async function rename(name: string): Promise<void> {
  const answer = await server.call('PUT', '/community', { as: manager, body: { name } });
  expect(answer.statusCode, answer.body).toBe(200);
}

test('a community without a name has the manifest as it was built', async () => {
  await server.call('PUT', '/community', { as: manager, body: { phone_number: '518-555-0142' } });
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/manifest+json');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.body).toBe(BUILT);
});

test('the app is installed under the community’s name, and stays the same app in all else', async () => {
  await rename('Linden Grove');
  const answer = await ask();
  expect(answer.headers['content-type']).toBe('application/manifest+json');
  expect(answer.json()).toEqual({ ...members, name: 'Linden Grove', short_name: 'Linden Grove' });
  expect(answer.json()).toMatchObject({ id: '/', start_url: '/?source=home-screen', scope: '/' });
});

test('a new name is served at once, and a manifest that the browser has is not sent again', async () => {
  const tags: string[] = [];
  for (const name of [undefined, 'Linden Grove', 'Elm Row', undefined]) {
    if (name) await rename(name);
    else await server.database.sql`update community set name = null`;
    const before = await ask({ 'if-none-match': tags.join(', ') });
    // The tag of no name comes again with its manifest.
    expect(before.statusCode).toBe(tags.length === 3 ? 304 : 200);
    const answer = await ask();
    expect(answer.json<{ name: string }>().name).toBe(name ?? 'Porchlight');
    const tag = String(answer.headers.etag);
    tags.push(tag);
    const again = await ask({ 'if-none-match': tag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['cache-control']).toBe('no-cache');
  }
  expect(new Set(tags).size).toBe(3);
});

test.for([
  `"}], "start_url": "https://elsewhere.example/`,
  `</script><script>alert('1')</script>`,
  String.raw`Back\slash \u0022 \n`,
  'Дом «Липа» · 菩提樹 · شارع الزيزفون · 🏡',
  '$& $1 `${name}`',
  'W'.repeat(80),
])('the name %j stands in the manifest as it is', async (name) => {
  await rename(name);
  const answer = await ask();
  expect(answer.json()).toEqual({ ...members, name, short_name: name });
  expect(Buffer.from(answer.rawPayload).toString('utf8')).toContain(JSON.stringify(name));
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test('the manifest is compressed for whoever takes it so, and answers HEAD too', async () => {
  await rename('Linden Grove');
  const plain = await ask();
  const packed = await ask({ 'accept-encoding': 'br, gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers.vary).toBe('Accept-Encoding, Origin');
  expect(packed.headers.etag).toBe(plain.headers.etag);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  const head = await server.app.inject({ method: 'HEAD', url: '/manifest.webmanifest' });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', plain.headers.etag]);
});

test('while the database is away no other name is served', async () => {
  await rename('Linden Grove');
  vi.spyOn(server.database, 'sql').mockRejectedValue(new DatabaseUnavailable('away', 'It is away.'));
  const answer = await ask();
  expect(answer.statusCode).toBe(503);
  expect(answer.body).not.toContain('"Porchlight"');
});
