import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect } from 'vitest';
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
