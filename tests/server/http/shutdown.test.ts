import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import { Failure } from '../../../contract/http/failureSchema.ts';
import { gracefulShutdown } from '../../../server/http/shutdown.ts';
import { isolatedTest as test, resident, server } from '../../support/server/world.ts';

test('a stopping server tells an upload that is still arriving to be sent again', async () => {
  const stop = gracefulShutdown(server.app);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = `Host: localhost\r\nAuthorization: Bearer ${resident}\r\nContent-Type: multipart/form-data; boundary=b`;
  socket.write(`POST /api/maintenance HTTP/1.1\r\n${head}\r\nContent-Length: 1000000\r\n\r\n--b\r\n`);
  const trickle = setInterval(() => socket.writable && socket.write('x'), 50);
  let answer = '';
  socket.on('data', (bytes) => (answer += String(bytes)));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(server.app.server, 'request');

  const began = performance.now();
  await stop();
  expect(performance.now() - began).toBeLessThan(8000);
  await closed;
  clearInterval(trickle);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/retry-after: 5\r\n/i);
  expect(answer).toContain('The server is being restarted. Please try again in a moment.');
});

test('what arrives on an open connection while the server stops is put off, in the one shape of errors', async () => {
  const { app } = server;
  const stop = gracefulShutdown(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  let text = '';
  socket.on('data', (bytes) => (text += String(bytes)));
  // A sign-in whose input has not arrived whole keeps its connection open.
  const head = 'HTTP/1.1\r\nHost: a\r\n';
  socket.write(`POST /api/users/login ${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
  await once(app.server, 'request');

  const stopped = stop();
  await vi.waitUntil(() => !app.server.listening);
  socket.write(`}GET /api/health ${head}\r\n`);
  await closed;
  await stopped;

  const [first, second = ''] = text.split(/(?=HTTP\/1\.1 )/);
  expect(first).toMatch(/^HTTP\/1\.1 400 /);
  const [answer = '', body = ''] = second.split('\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  for (const header of [
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'x-porchlight: 1',
    'retry-after: 5',
  ]) {
    expect(answer.toLowerCase()).toContain(`\r\n${header}`);
  }
  const told = Failure.parse(JSON.parse(body));
  expect(told.message).toBe('The server is being restarted. Please try again in a moment.');
});
