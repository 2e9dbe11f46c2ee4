import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { Failure } from '../../../contract/failure.ts';
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

const get = (rest: string) => `GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}\r\n\r\n`;
const post = (rest: string) => `POST /api/users/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}`;

test.each<[string, string | Buffer, number]>([
  ['text that is no HTTP', 'hello\r\n\r\n', 400],
  ['a TLS handshake', Buffer.from('16030100050100000103', 'hex'), 400],
  ['a header of 100 kB', get(`X-Long: ${'a'.repeat(100_000)}`), 431],
  ['a header with a line break', get('X-A: b\nX-Porchlight: 1\r\n : c'), 400],
  ['a header with a null byte', get('X-A: b\0c'), 400],
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
])('%s is refused in the one shape of errors', async (_, bytes, status) => {
  const answer = await sent(bytes);
  expect(answer.status).toBe(status);
  expect(answer.head.toLowerCase()).toContain('\r\nx-porchlight: 1');
  expect(answer.head.toLowerCase()).toContain('\r\ncontent-type: application/json; charset=utf-8');
  const failure = Failure.parse(JSON.parse(answer.body));
  expect(failure.message).toBe(failure.error);
  expect(failure.message).toMatch(/^This .+\.$/);
});

test('a valid request is answered after hostile bytes on other connections', async () => {
  expect((await sent(get('Accept: */*'))).status).toBe(200);
});
