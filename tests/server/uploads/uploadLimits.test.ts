import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, vi } from 'vitest';
import { residentWith } from '../../support/server/accounts.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { server, testWith } from '../../support/server/world.ts';
import { token, part, END, leak, file, send, preparePhoto } from '../../support/server/uploads/multipart.ts';

const test = testWith(UNLIMITED);
test.beforeAll(preparePhoto);

const LARGE = part('name="maintenance_photos"; filename="a.jpg"', Buffer.alloc(15 * 1024 * 1024));

/** Sends forms of large photos, one for each token, none of which ends before all photos were sent. */
async function sendLarge(tokens: readonly string[], photos = 9) {
  const allSent = new AbortController();
  let sent = 0;
  async function* largePhotos() {
    for (let count = 0; count < photos; count += 1) yield LARGE;
    sent += 1;
    if (sent === tokens.length) allSent.abort();
    else if (!allSent.signal.aborted) await once(allSent.signal, 'abort');
    yield END;
  }
  return Promise.all(
    tokens.map((each) =>
      server.app.inject({
        method: 'POST',
        url: '/api/maintenance',
        headers: { authorization: `Bearer ${each}`, 'content-type': 'multipart/form-data; boundary=b' },
        payload: Readable.from(largePhotos()),
      }),
    ),
  );
}
const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();

test('an upload beyond the memory limit for photos is refused with 503 and Retry-After', async () => {
  const tokens: string[] = [];
  for (let count = 0; count < 4; count += 1) tokens.push(await server.token(await residentWith(server)));
  const answers = await sendLarge(tokens);
  expect(statusesOf(answers)).toEqual([400, 400, 400, 503]);
  const busy = answers.find(({ statusCode }) => statusCode === 503);
  expect(busy?.headers['retry-after']).toBe('10');
  expect((await send([leak, file('a.jpg'), END])).status).toBe(201);
});

test('the forms that one person sends at once take the memory of about one', async () => {
  const answers = await sendLarge([token, token, token]);
  expect(statusesOf(answers)).toEqual([400, 429, 429]);
  expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('10');
  expect((await send([leak, file('a.jpg'), END])).status).toBe(201);
});

test('someone without a confirmed unit may send half as much at once', async () => {
  const newcomer = await server.token('newcomer');
  const [answer] = await sendLarge([newcomer]);
  expect(answer!.statusCode).toBe(413);
  expect(answer!.json()).toMatchObject({ message: 'These photos are larger than 93 MB together.' });
});

test('newcomers together use a quarter of the memory, and residents can send meanwhile', async () => {
  const newcomers: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const username = await residentWith(server);
    newcomers.push(await server.token(username));
    await server.database.sql`update users set unit = null where username = ${username}`;
  }
  // Each newcomer may send 93 MB, and all of them 128 MB.
  const [residents, ...strangers] = await sendLarge([token, ...newcomers], 4);
  expect(statusesOf(strangers)).toEqual([400, 400, 503]);
  expect(residents!.statusCode).toBe(400);
  expect((await sendLarge([newcomers[0]!], 4)).map(({ statusCode }) => statusCode)).toEqual([400]);
});

/** Sends the head of a form and lets time pass, five seconds in each 20 ms. */
async function slowForm(everyFiveSeconds: (socket: Socket) => void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b`;
  socket.write(`POST /api/maintenance HTTP/1.1\r\n${head}\r\nContent-Length: 1000000\r\n\r\n`);
  let answer = '';
  socket.on('data', (bytes) => (answer += String(bytes)));
  let next: NodeJS.Immediate | undefined;
  const advance = setInterval(() => {
    if (socket.writable) everyFiveSeconds(socket);
    next = setImmediate(() => vi.advanceTimersByTime(5000));
  }, 20);
  onTestFinished(() => {
    clearInterval(advance);
    clearImmediate(next);
    socket.destroy();
  });
  return { socket, answer: () => answer };
}

test.each([
  ['no bytes for 30 seconds', 0],
  ['a byte every five seconds', 1],
  ['less than 16 KB in 30 seconds', 2600],
])('a form that brings %s is answered and its connection closed', async (_what, bytes) => {
  const { socket, answer } = await slowForm((open) => void open.write(Buffer.alloc(bytes, 'x')));
  await once(socket, 'close');
  expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer()).toContain('This form did not arrive whole.');
});

test('a form on a bad line, in bursts with pauses of 25 seconds, arrives', async () => {
  const photoPart = part('name="maintenance_photos"; filename="a.jpg"', Buffer.alloc(950_000), 'image/jpeg');
  const whole = Buffer.concat([leak, photoPart, END, Buffer.alloc(1_000_000)]).subarray(0, 1_000_000);
  let [fives, sent] = [0, 0];
  const { answer } = await slowForm((socket) => {
    fives += 1;
    if (fives % 5 > 0) return;
    socket.write(whole.subarray(sent, sent + 50_000));
    sent += 50_000;
  });
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 /);
  // It is received whole, and then found to be none.
  expect(answer()).toMatch(/^HTTP\/1\.1 415 /);
});

test('a form whose sender disconnects during authentication frees its upload slot', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  // As many as one person may send at a time.
  for (let sent = 0; sent < 6; sent += 1) {
    await server.database.transaction(async (sql) => {
      await sql`lock table sessions in access exclusive mode`;
      const left = new Promise((resolve) => {
        server.app.server.once('request', (request) => request.once('close', resolve));
      });
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const head = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b`;
      socket.write(`POST /api/maintenance HTTP/1.1\r\n${head}\r\nContent-Length: 1000000\r\n\r\n--b\r\n`);
      await once(server.app.server, 'request');
      socket.destroy();
      await left;
    });
  }
  await expect.poll(() => send([leak, END])).toMatchObject({ status: 201 });
});

test('a form started before its sender was deactivated changes nothing', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const username = await residentWith(server);
  const leaving = await server.token(username);
  async function* slowly() {
    yield leak;
    // The form has started to arrive.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await server.database.sql`update users set is_current_user = false where username = ${username}`;
    yield END;
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/maintenance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${leaving}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: Readable.toWeb(Readable.from(slowly())) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(401);
  expect(
    await server.database.sql`
    select 1 from maintenance_requests join users on users.id = user_id where username = ${username}`,
  ).toEqual([]);
});
