import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { Failure } from '../../../contract/http/failureSchema.ts';
import { checkContractVersion } from '../../../server/http/contractVersion.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith({ LOG_LEVEL: 'info' });

const post = (payload: string, type = 'application/json', path = '/api/users/login') =>
  server.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
/** The parts of a failure, whole and in its one shape. */
const failure = (answer: { body: string }) => Failure.parse(JSON.parse(answer.body));

test.each([
  ['a successful call', '/api/health', 200],
  ['a refused call', '/api/maintenance', 401],
  ['an unknown call', '/api/nothing', 404],
  ['the bare prefix', '/api', 404],
  ['an address that cannot be decoded', '/api/%zz', 400],
  ['the page that shows the contract', '/api/docs/', 200],
  ['a photo that is not there', '/api/photos/00000000-0000-4000-8000-000000000000', 403],
])('the answer to %s names the contract version', async (_, url, status) => {
  const answer = await server.app.inject(url);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['x-porchlight']).toBe('1');
  if (status >= 400) failure(answer);
});

test('a page does not name the contract version, so that it is not taken for an answer of the API', async () => {
  expect((await server.app.inject('/nowhere')).headers['x-porchlight']).toBeUndefined();
});

const asked = (version: string) => server.call('GET', '/health', { headers: { 'x-porchlight': version } });

test.each(['0', '1'])(
  'an app with contract version %s, the server’s own or the one before, is accepted',
  async (version) => {
    expect((await asked(version)).statusCode).toBe(200);
  },
);

test('an app with a newer contract version is told to wait for the server', async () => {
  const answer = await asked('2');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('30');
  expect(failure(answer)).toMatchObject({ code: 'server_outdated' });
});

test('an app with a contract version that is too old is told to reload', () => {
  expect(() => checkContractVersion('3', 4)).not.toThrow();
  expect(() => checkContractVersion('2', 4)).toThrow(
    expect.objectContaining({
      status: 400,
      code: 'app_outdated',
      message: 'This app is out of date. Please reload it.',
    }) as Error,
  );
});

test.each(['', 'one', '-1', '1.5', '1, 1'])('“%s” is refused as a contract version', async (version) => {
  expect((await asked(version)).statusCode).toBe(400);
});

test.each([
  ['broken JSON', '{"username":', 'application/json', 400, 'This request is malformed.'],
  ['no body', '', 'application/json', 400, 'The body must not be empty.'],
  ['a list as its body', '[]', 'application/json', 400, 'The body is not what this call takes.'],
  ['a string as its body', '"login"', 'application/json', 400, 'The body is not what this call takes.'],
  ['plain text', 'hello', 'text/plain', 415, 'This call takes JSON.'],
  [
    'a URL-encoded form',
    'username=resident',
    'application/x-www-form-urlencoded',
    415,
    'This call takes JSON.',
  ],
  ['a multipart form', '--x--', 'multipart/form-data; boundary=x', 415, 'This call takes JSON.'],
  ['XML', '<login/>', 'application/xml', 415, 'This call takes JSON.'],
  [
    'a poisoned prototype',
    '{"__proto__":{"is_manager":true}}',
    'application/json',
    400,
    'This request is malformed.',
  ],
  [
    'a poisoned constructor',
    '{"constructor":{"prototype":{}}}',
    'application/json',
    400,
    'This request is malformed.',
  ],
])('a request with %s is refused in the one shape of errors', async (_, payload, type, status, message) => {
  const answer = await post(payload, type);
  expect(answer.statusCode).toBe(status);
  expect(failure(answer)).toMatchObject({ message, error: message });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('a call that takes forms says so where it is sent something else', async () => {
  const headers = { authorization: `Bearer ${resident}`, 'content-type': 'text/plain' };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/maintenance',
    headers,
    payload: 'hello',
  });
  expect(answer.statusCode).toBe(415);
  expect(failure(answer).message).toBe('This call takes JSON or multipart/form-data.');
});

test('more than 1 MiB of JSON is refused with 413', async () => {
  const answer = await post(JSON.stringify({ username: 'x'.repeat(1024 * 1024), password: 'x' }));
  expect(answer.statusCode).toBe(413);
  expect(failure(answer)).toMatchObject({ code: 'too_large' });
});

test('an unknown path is refused with 404, with any method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const answer = await server.call(method, '/rooms/1');
    expect(answer.statusCode).toBe(404);
    expect(failure(answer)).toMatchObject({ message: 'There is no such call.', code: 'not_found' });
  }
  expect((await server.call('PATCH', '/units')).statusCode).toBe(404);
});

test('an unchanged list is answered with 304 and no body', async () => {
  const first = await server.call('GET', '/units', { as: manager });
  const headers = { 'if-none-match': String(first.headers.etag) };
  const second = await server.call('GET', '/units', { as: manager, headers });
  expect(second.statusCode).toBe(304);
  expect(second.body).toBe('');
  // The length of what is not sent is not nothing.
  expect(second.headers['content-length']).toBeUndefined();
  expect(second.headers['x-porchlight']).toBe('1');
  await server.database.sql`update units set notes = 'New carpet' where id = 1`;
  expect((await server.call('GET', '/units', { as: manager, headers })).statusCode).toBe(200);
});

test('an ETag matches in a list of several and as a strong tag', async () => {
  const first = await server.call('GET', '/units', { as: manager });
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^W\/"/);
  for (const known of [`"other", ${etag}`, etag.slice('W/'.length)]) {
    const headers = { 'if-none-match': known };
    expect((await server.call('GET', '/units', { as: manager, headers })).statusCode).toBe(304);
  }
  const headers = { 'if-none-match': '"other", W/"another"' };
  expect((await server.call('GET', '/units', { as: manager, headers })).statusCode).toBe(200);
});

test('a request with Cache-Control: no-cache gets the whole file', async () => {
  const url = '/api/docs/static/swagger-ui.css';
  const headers = { 'if-none-match': String((await server.app.inject(url)).headers.etag) };
  expect((await server.app.inject({ url, headers })).statusCode).toBe(304);
  const fresh = await server.app.inject({ url, headers: { ...headers, 'cache-control': 'no-cache' } });
  expect([fresh.statusCode, fresh.body.length > 0]).toEqual([200, true]);
});

test('only the answers to reads have an ETag, not those to changes or refusals', async () => {
  const refused = await server.call('GET', '/units', { as: resident });
  const made = await post(JSON.stringify({ username: 'manager', password: 'porchlight' }));
  expect([refused.statusCode, made.statusCode]).toEqual([403, 200]);
  for (const { headers } of [refused, made]) expect(headers.etag).toBeUndefined();
});

test('a known ETag does not get past the check of permission', async () => {
  const first = await server.call('GET', '/units', { as: manager });
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect((await server.call('GET', '/units', { as: resident, headers })).statusCode).toBe(403);
});

test('a long answer is compressed for a client that accepts it, with the same ETag', async () => {
  const plain = await server.call('GET', '/openapi.json');
  const packed = await server.call('GET', '/openapi.json', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  expect(packed.headers.etag).toBe(plain.headers.etag);
  for (const answer of [plain, packed]) expect(answer.headers.vary).toContain('Accept-Encoding');
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('a short answer is not compressed', async () => {
  const answer = await server.call('GET', '/health', { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('an internal error is answered without its stack or SQL, and the log has its request id', async () => {
  await server.database.sql`alter table maintenance_requests rename to away`;
  const answer = await server.call('GET', '/maintenance', { as: resident });
  await server.database.sql`alter table away rename to maintenance_requests`;
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['x-porchlight']).toBe('1');
  const told = failure(answer);
  const words = `Something went wrong on our side (request ${told.request_id!.slice(0, 8)}). Please try again.`;
  expect(told).toEqual({
    message: words,
    error: words,
    code: 'internal',
    request_id: told.request_id,
  });
  const logged = server.log.find((line) => line.includes('"unexpected error"'));
  expect(logged).toContain(told.request_id);
  expect(logged).toContain('maintenance_requests');
});

test('the page of the contract shows what is served as the contract', async () => {
  const [shown, served] = await Promise.all(
    ['/api/docs/json', '/api/openapi.json'].map((url) => server.app.inject(url)),
  );
  expect(Object.keys(served!.json<{ paths: object }>().paths)).toContain('/api/maintenance');
  expect(shown!.json()).toEqual(served!.json());
});
