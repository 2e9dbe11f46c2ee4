import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, vi } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { photo, UNLIMITED } from '../../support/server/server.ts';
import { server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);
let token: string;
let jpeg: Buffer;
test.beforeAll(async () => {
  token = await server.token(await residentWith(server));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  jpeg = await photo();
});

const part = (disposition: string, content: string | Buffer, type?: string) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n`),
    Buffer.from(type ? `Content-Type: ${type}\r\n\r\n` : '\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from('--b--\r\n');
const leak = part('name="information"', 'Leak');
const file = (name: string) => part(`name="maintenance_photos"; filename="${name}"`, jpeg, 'image/jpeg');
const many = (count: number, each: (index: number) => Buffer) =>
  Array.from({ length: count }, (_, i) => each(i));

async function send(parts: Buffer[], type = 'multipart/form-data; boundary=b') {
  const answer = await server.call('POST', '/maintenance', {
    as: token,
    headers: { 'content-type': type },
    body: Buffer.concat(parts),
  });
  return { status: answer.statusCode, words: answer.json<Partial<Failure>>().message };
}

test('a photo of type application/octet-stream without a file name is accepted', async () => {
  const nameless = part('name="maintenance_photos"', jpeg, 'application/octet-stream');
  expect((await send([leak, nameless, END])).status).toBe(201);
});

test('a form without fields is refused for its missing issue, and one without its end as incomplete', async () => {
  const whole = 'This form did not arrive whole.';
  expect(await send([END])).toEqual({ status: 400, words: 'Please describe the issue.' });
  expect(await send([])).toEqual({ status: 400, words: whole });
  expect(await send([Buffer.from('--b\r\n')])).toEqual({ status: 400, words: whole });
});

const attached = () =>
  Buffer.concat([
    Buffer.from(file('leak.jpg').toString('latin1').replace('form-data', 'attachment'), 'latin1'),
    Buffer.alloc(200_000),
    Buffer.from('\r\n'),
  ]);

test('a form with a part that the parser skips is refused', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/maintenance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([leak, attached(), END]),
  });
  expect([answer.status, ((await answer.json()) as Failure).message]).toEqual([
    400,
    'This form did not arrive whole.',
  ]);
});

test('a form with a part behind which the parser waits is refused after a timeout', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = send([leak, attached(), END]);
  const ticking = setInterval(() => vi.advanceTimersByTime(1000), 20);
  expect(await answer).toEqual({ status: 408, words: 'This form did not arrive whole.' });
  clearInterval(ticking);
});

test.each([
  {
    what: 'a field too many',
    parts: () => [leak, ...many(20, (index) => part(`name="more${index}"`, 'x')), END],
    words: 'This form has too many fields.',
  },
  {
    what: 'far too many files of another field',
    parts: () => [leak, ...many(51, () => part('name="other"; filename="a"', 'x')), END],
    words: 'Photos belong in the field maintenance_photos.',
  },
  {
    what: 'parts without end',
    parts: () => [leak, ...many(1000, () => Buffer.from('--b\r\nX-Odd: 1\r\n\r\nx\r\n')), END],
    words: 'This form has too many parts.',
  },
  {
    what: 'a field called like what every object has',
    parts: () => [leak, part('name="__proto__"', 'x'), END],
    words: 'This form has a field that is not allowed.',
  },
  {
    what: 'a text too long',
    parts: () => [part('name="information"', 'x'.repeat(64 * 1024 + 1)), END],
    words: 'This is too long.',
  },
  {
    what: 'a name too long',
    parts: () => [leak, file('a'.repeat(33 * 1024)), END],
    words: 'This form has a name that is too long.',
  },
  {
    what: 'a text that is not UTF-8',
    parts: () => [part('name="information"', Buffer.from([0x4c, 0xff])), END],
    words: 'This form did not arrive whole.',
  },
  { what: 'no end', parts: () => [leak], words: 'This form did not arrive whole.' },
  {
    what: 'a photo that breaks off',
    parts: () => [leak, file('a.jpg').subarray(0, -20)],
    words: 'This form did not arrive whole.',
  },
  { what: 'nothing in it', parts: () => [], words: 'This form did not arrive whole.' },
])('a form with $what is refused with a message', async ({ parts, words }) => {
  expect(await send(parts())).toEqual({ status: 400, words });
});

test('a form without a boundary is refused with a message', async () => {
  expect(await send([leak, END], 'multipart/form-data')).toEqual({
    status: 400,
    words: 'This form did not arrive whole.',
  });
});

test('a form with a boundary of more than 70 characters is refused with a message', async () => {
  const told = (boundary: string) =>
    send(
      [Buffer.from(Buffer.concat([leak, END]).toString().replaceAll('--b', `--${boundary}`))],
      `multipart/form-data; boundary=${boundary}`,
    );
  expect((await told('b'.repeat(70))).status).toBe(201);
  expect((await send([leak, END], 'multipart/form-data; boundary=b ; charset=utf-8')).status).toBe(201);
  expect(await told('b'.repeat(71))).toEqual({ status: 400, words: 'This form did not arrive whole.' });
});

test.each([
  { sizes: [15 * 1024 * 1024 + 1], words: '"a.jpg" is larger than 15 MB.' },
  { sizes: [31 * 1024 * 1024], words: 'A photo is larger than 15 MB.' },
  {
    sizes: Array.from({ length: 11 }, () => 15 * 1024 * 1024),
    words: 'These photos are larger than 150 MB together.',
  },
])(
  'photos of too many bytes are refused, and the next form is accepted: $words',
  async ({ sizes, words }) => {
    const photos = sizes.map((size) =>
      part('name="maintenance_photos"; filename="a.jpg"', Buffer.alloc(size), 'image/jpeg'),
    );
    expect(await send([leak, ...photos, END])).toEqual({ status: 413, words });
    expect((await send([leak, file('a.jpg'), END])).status).toBe(201);
  },
);

test('a form arrives the same in chunks of any size, and bytes after its end are ignored', async () => {
  const form = Buffer.concat([leak, file('a.jpg'), END]);
  const inPieces = (...sizes: number[]) =>
    Readable.from(
      (function* () {
        for (let at = 0, n = 0; at < form.length; n += 1) {
          const end = at + (sizes[n] ?? sizes.at(-1) ?? 1);
          yield form.subarray(at, end);
          at = end;
        }
        yield Buffer.from('more');
      })(),
    );
  const arrived: string[] = [];
  for (const sizes of [[1], [7], [form.length - 2, 1], [form.length]]) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/maintenance',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
      payload: inPieces(...sizes),
    });
    expect(answer.statusCode).toBe(201);
    arrived.push(...answer.json<MaintenanceRequest>().photos.map(({ sha256 }) => sha256));
  }
  expect(arrived).toEqual(Array.from({ length: 4 }, () => createHash('sha256').update(jpeg).digest('hex')));
});

test('of several errors in a form, the message names the first', async () => {
  const foreign = part('name="other"; filename="a"', 'x');
  const first = 'Photos belong in the field maintenance_photos.';
  expect((await send([leak, foreign, ...many(11, () => file('a.jpg')), END])).words).toBe(first);
  expect((await send([leak, foreign, part('name="__proto__"', 'x'), END])).words).toBe(first);
});

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

test('a form begun before its sender was deactivated changes nothing', async () => {
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
