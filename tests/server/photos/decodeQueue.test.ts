import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { receivedFile } from '../../../server/http/input/receivedFile.ts';
import { decodeQueue } from '../../../server/photos/decodeQueue.ts';
import { decodeInTurn, processPhoto } from '../../../server/photos/process.ts';
import { storePhotos } from '../../../server/photos/uploads.ts';
import { photo } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';

/** More than 16 megapixels of one colour. */
const large = () => sharp({ create: { width: 4200, height: 4200, channels: 3, background: 'teal' } });

/** Holds both places until the answer is called, so that what begins meanwhile waits. */
function hold(): () => void {
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  for (let place = 0; place < 2; place += 1) void decodeInTurn('usual', () => freed);
  return free;
}

/** The names in the order in which they are done, of what begins in this order and waits for its turn. */
async function orderOf(started: [name: string, begin: () => Promise<unknown>][]): Promise<string[]> {
  const free = hold();
  const done: string[] = [];
  const all = started.map(async ([name, begin], index) => {
    // One after the other, and each has its header read before the places are free.
    await pause(index * 100);
    await begin();
    done.push(name);
  });
  await pause(started.length * 100 + 1500);
  expect(done).toEqual([]);
  free();
  await Promise.all(all);
  return done;
}

const times = (count: number, name: string, begin: () => Promise<unknown>) =>
  Array.from({ length: count }, (): [string, () => Promise<unknown>] => [name, begin]);

test.for<[string, () => Promise<Buffer>]>([
  ['an interlaced PNG', () => large().png({ progressive: true }).toBuffer()],
  ['a PNG', () => large().png().toBuffer()],
  ['a WebP', () => large().webp({ effort: 0 }).toBuffer()],
  ['a JPEG in several scans', () => large().jpeg({ progressive: true }).toBuffer()],
])('%s of a cost beyond the usual waits behind the photos that came after it', async ([, make]) => {
  const [costly, usual] = [await make(), await photo()];
  const order = await orderOf([
    ...times(3, 'costly', () => processPhoto(costly, 'x')),
    ...times(4, 'usual', () => processPhoto(usual, 'x')),
  ]);
  expect(order.slice(0, 3)).toEqual(['usual', 'usual', 'usual']);
  expect(order.slice(-2)).toEqual(['costly', 'costly']);
});

test('a large JPEG of a phone is nothing unusual', async () => {
  const [jpeg, usual] = [await large().jpeg().toBuffer(), await photo()];
  const order = await orderOf([
    ...times(2, 'phone', () => processPhoto(jpeg, 'x')),
    ...times(1, 'last', () => processPhoto(usual, 'x', { turn: 'last' })),
    ...times(1, 'phone', () => processPhoto(jpeg, 'x')),
  ]);
  expect(order.slice(0, 2)).toEqual(['phone', 'phone']);
});

test('photos of people whose unit is not confirmed wait behind those of residents', async () => {
  const files = [receivedFile('leak.jpg', await photo())];
  const users = await server.database.sql<User>`select * from users`;
  const { context } = server.app;
  /** Whose photos were decoded, in this order: what is decoded is stored at its own pace. */
  const decoded: string[] = [];
  const store = (name: string) => async () => {
    const user = users.find(({ username }) => username === name)!;
    let stored = 0;
    const put: typeof context.photos.put = (file, bytes) => {
      // The small one comes after the whole one.
      if ((stored += 1) === 1) decoded.push(name);
      return context.photos.put(file, bytes);
    };
    await storePhotos({ ...context, photos: { ...context.photos, put } }, files, user);
  };
  await orderOf([
    ...times(3, 'stranger', store('newcomer')),
    ...times(2, 'resident', store('resident')),
    ...times(2, 'manager', store('manager')),
  ]);
  expect(decoded).toHaveLength(7);
  // Of two that are decoded at a time, the later one may be ready first.
  expect(decoded.slice(0, 3)).not.toContain('newcomer');
  expect(decoded.slice(-2)).toEqual(['newcomer', 'newcomer']);
});

test('of two at a time one is always for residents, and what failed gives its place back', async () => {
  const run = decodeQueue(2);
  const log: string[] = [];
  const ends: Record<string, () => void> = {};
  const begin = (name: string, turn: 'usual' | 'last') =>
    run(turn, async () => {
      log.push(name);
      await new Promise<void>((resolve, reject) => {
        ends[name] = name.startsWith('broken') ? () => reject(new Error(name)) : resolve;
      });
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const all = [
    begin('slow 1', 'last'),
    begin('broken slow', 'last'),
    begin('slow 2', 'last'),
    begin('usual 1', 'usual'),
    begin('broken usual', 'usual'),
    begin('usual 2', 'usual'),
  ].map((work) => work.catch((error: unknown) => (error as Error).message));
  await settle();
  expect(log).toEqual(['slow 1', 'usual 1']);
  ends['slow 1']!();
  await settle();
  expect(log.slice(2)).toEqual(['broken usual']);
  ends['usual 1']!();
  await settle();
  expect(log.slice(3)).toEqual(['usual 2']);
  ends['broken usual']!();
  await settle();
  expect(log.slice(4)).toEqual(['broken slow']);
  ends['usual 2']!();
  await settle();
  expect(log).toHaveLength(5);
  ends['broken slow']!();
  await settle();
  ends['slow 2']!();
  expect(await Promise.all(all)).toEqual([
    undefined,
    'broken slow',
    undefined,
    undefined,
    'broken usual',
    undefined,
  ]);
});
