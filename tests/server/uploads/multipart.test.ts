import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, vi } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { server, testWith } from '../../support/server/world.ts';
import {
  token,
  jpeg,
  part,
  END,
  leak,
  file,
  send,
  preparePhoto,
} from '../../support/server/uploads/multipart.ts';

const test = testWith(UNLIMITED);
test.beforeAll(preparePhoto);

const many = (count: number, each: (index: number) => Buffer) =>
  Array.from({ length: count }, (_, i) => each(i));

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
