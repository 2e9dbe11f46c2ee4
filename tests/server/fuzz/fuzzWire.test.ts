import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { Failure } from '../../../contract/http/failureSchema.ts';
import { server, test } from '../../support/server/world.ts';

let port: number;
test.beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});

/** Sends raw bytes and reads the response until the server closes the connection. */
async function sent(bytes: string | Buffer): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  // The server may close while a long head is still being written.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

/** A request line and its headers. */
const request = (target: string, method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
const get = (rest: string) => `GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}\r\n\r\n`;
const post = (rest: string) => `POST /api/users/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}`;

const OF_BOTH = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};
const OF_DATA = {
  ...OF_BOTH,
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cache-control': 'no-store',
};
const OF_PAGES = {
  ...OF_BOTH,
  'content-security-policy': expect.stringContaining("script-src 'self';") as string,
  'referrer-policy': 'same-origin',
};

function headersIn(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
  );
}

/** A request that reaches the router is for a page by its path. What does not is answered as data. */
const isPage = (bytes: string | Buffer) => String(bytes).startsWith('GET /ledger ');

test.each<[string, string | Buffer, number]>([
  ['text that is no HTTP', 'hello\r\n\r\n', 400],
  ['a TLS handshake', Buffer.from('16030100050100000103', 'hex'), 400],
  ['a header of 100 kB', get(`X-Long: ${'a'.repeat(100_000)}`), 431],
  ['a header with a line break', get('X-A: b\nX-Porchlight: 1\r\n : c'), 400],
  ['a header with a null byte', get('X-A: b\0c'), 400],
  ['a path that cannot be decoded', request('/%ff'), 400],
  ['a path of the API that cannot be decoded', request('/api/%ff'), 400],
  ['an id that is too long', request(`/api/units/${'1'.repeat(200)}`), 404],
  ['a path without its slash', request('api/health'), 400],
  ['an address with a fragment', request('http://a#/api/health'), 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no Host, of a page', 'GET /ledger HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an unknown method of a call', request('/api/health', 'PROPFIND'), 404],
  ['a body with two lengths', post('Content-Length: 4\r\nContent-Length: 40\r\n\r\n{}{}'), 400],
  [
    'a body with a length and chunks',
    post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    400,
  ],
  ['a negative Content-Length', post('Content-Length: -1\r\n\r\n'), 400],
  [
    'a chunk with an invalid length',
    post('Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'),
    400,
  ],
  [
    'a body with a Content-Length over the limit',
    post('Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{'),
    413,
  ],
])('%s is refused in the one shape of errors, with the security headers', async (_, bytes, status) => {
  const answer = await sent(bytes);
  expect(answer.status).toBe(status);
  expect(answer.head.toLowerCase()).toContain('\r\nx-porchlight: 1');
  expect(headersIn(answer.head)).toMatchObject(isPage(bytes) ? OF_PAGES : OF_DATA);
  expect(answer.head.toLowerCase()).toContain('\r\ncontent-type: application/json; charset=utf-8');
  const failure = Failure.parse(JSON.parse(answer.body));
  expect(failure.message).toBe(failure.error);
  expect(failure.message).toMatch(/^Th(is|ere) .+\.$/);
});

test.each([
  [
    'an unknown expectation',
    'GET /api/health HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nConnection: close\r\n\r\n',
    200,
  ],
  ['its whole address', request('http://a/api/health'), 200],
  ['its whole address, in capitals', request('HTTP://a/api/health'), 200],
  ['an encoded letter', request('/%61pi/health'), 200],
  ['every letter encoded', request('/%61%70%69/nowhere'), 404],
  ['a fragment', request('/api#x'), 404],
])('a call with %s has the headers of a call', async (_, bytes, status) => {
  const answer = await sent(bytes);
  expect(answer.status).toBe(status);
  expect(headersIn(answer.head)).toMatchObject({
    ...OF_DATA,
    'cache-control': 'no-store',
    'x-porchlight': '1',
  });
});

test.each(['/api%2fhealth', '/%2561pi/health', '/API/health', '//api/health', '/apix', 'ftp://a/api', '*'])(
  'what the router does not take for a call has the headers of a page: %s',
  async (target) => {
    const answer = await sent(request(target));
    expect(answer.status).toBe(404);
    expect(headersIn(answer.head)).toMatchObject(OF_PAGES);
    expect(headersIn(answer.head)).not.toHaveProperty('x-porchlight');
  },
);

test('HEAD is answered without a body', async () => {
  for (const target of ['/api/health', '/api/nowhere', '/nowhere.js', '/ledger', '/%ff']) {
    const answer = await sent(request(target, 'HEAD'));
    expect([target, answer.body]).toEqual([target, '']);
  }
});

test('a valid request is answered after hostile bytes on other connections', async () => {
  expect((await sent(get('Accept: */*'))).status).toBe(200);
});
