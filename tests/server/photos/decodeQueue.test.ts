import sharp from 'sharp';
import { expect, vi } from 'vitest';
import type { User } from '../../../contract/user.ts';
import { receivedFile } from '../../../server/http/receivedFile.ts';
import { decodeQueue } from '../../../server/photos/decodeQueue.ts';
import { processPhoto } from '../../../server/photos/process.ts';
import { storePhotos } from '../../../server/photos/uploads.ts';
import { photo } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';

/** More than 16 megapixels of one colour. */
const large = () => sharp({ create: { width: 4200, height: 4200, channels: 3, background: 'teal' } });

/** The names in the order in which they are done, of what is begun in this order. */
async function orderOf(begun: [name: string, begin: () => Promise<unknown>][]): Promise<string[]> {
  const done: string[] = [];
  await Promise.all(begun.map(([name, begin]) => begin().then(() => done.push(name))));
  return done;
}

test.for<[string, () => Promise<Buffer>]>([
  ['an interlaced PNG', () => large().png({ progressive: true }).toBuffer()],
  ['a PNG', () => large().png().toBuffer()],
  ['a WebP', () => large().webp({ effort: 0 }).toBuffer()],
  ['a JPEG in several scans', () => large().jpeg({ progressive: true }).toBuffer()],
])('%s of a cost beyond the usual waits behind the photos that came after it', async ([, make]) => {
  const [costly, usual] = [await make(), await photo()];
  const order = await orderOf([
    ...[1, 2, 3].map((n): [string, () => Promise<unknown>] => [
      `costly ${n}`,
      () => processPhoto(costly, 'x'),
    ]),
    ...[1, 2, 3, 4].map((n): [string, () => Promise<unknown>] => [
      `usual ${n}`,
      () => processPhoto(usual, 'x'),
    ]),
  ]);
  // One of them may have begun; the second has not before all usual ones are done.
  expect(order.slice(-2)).toEqual(['costly 2', 'costly 3']);
});

test('a large JPEG of a phone is nothing unusual', async () => {
  const jpeg = await large().jpeg().toBuffer();
  const order = await orderOf([
    ['first', () => processPhoto(jpeg, 'x')],
    ['second', () => processPhoto(jpeg, 'x')],
    ['last', () => processPhoto(jpeg, 'x', { turn: 'last' })],
    ['third', () => processPhoto(jpeg, 'x')],
  ]);
  expect(order.at(-1)).toBe('last');
});

test('photos of people whose unit is not confirmed wait behind those of residents', async () => {
  const [bytes, before] = [await photo(), await large().jpeg().toBuffer()];
  const files = [receivedFile('leak.jpg', bytes)];
  const { sql } = server.database;
  const store = async (name: string) => {
    const [user] = await sql<User>`select * from users where username = ${name}`;
    return storePhotos(server.app.context, files, user);
  };
  // What is decoded already leaves them the time to arrive in this order.
  const busy = Array.from({ length: 8 }, () => processPhoto(before, 'x'));
  const pending = async (count: number) =>
    vi.waitFor(async () => expect(await sql`select from announced_photos`).toHaveLength(count));
  const order = orderOf([
    ['stranger', () => store('newcomer')],
    ['stranger', () => store('newcomer')],
    ['resident', async () => [await pending(2), await store('resident')]],
    ['resident', async () => [await pending(2), await store('resident')]],
  ]);
  expect(await order).toEqual(['resident', 'resident', 'stranger', 'stranger']);
  await Promise.all(busy);
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
