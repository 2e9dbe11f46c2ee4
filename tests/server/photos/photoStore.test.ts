import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderStore } from '../../../server/photos/folderStore.ts';

const name = '0f8fad5b-d9cb-469f-a165-70867728950e.jpg';
const thumbnail = '0f8fad5b-d9cb-469f-a165-70867728950e-thumbnail.jpg';
const bytes = new Uint8Array([255, 216, 255, 0, 1, 2]);

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'photos-'));
  folder = join(parent, 'data', 'photos');
});

afterEach(() => rm(parent, { recursive: true }));

test('a photo is stored in the folder, read back byte for byte and deleted', async () => {
  const store = folderStore(folder);
  await store.put(name, bytes);
  await store.put(thumbnail, new Uint8Array([7]));
  expect(await readdir(folder)).toEqual([thumbnail, name].sort());
  // Another start of the server finds it.
  expect([...((await folderStore(folder).get(name)) ?? [])]).toEqual([...bytes]);

  await store.remove(name);
  expect(await store.get(name)).toBeUndefined();
  await store.remove(name);
  expect(await readdir(folder)).toEqual([thumbnail]);
});

test('an unknown photo is undefined, even before the folder exists', async () => {
  expect(await folderStore(folder).get(name)).toBeUndefined();
});

test('no name of a photo leads out of the folder', async () => {
  const store = folderStore(folder);
  await store.ready();
  await writeFile(join(parent, 'secret.jpg'), 'secret');
  const hostile = [
    '../../secret.jpg',
    `../${name}`,
    `/${name}`,
    `..\\${name}`,
    `${name}\0`,
    `${name}\n`,
    `a/${name}`,
    '',
    '.',
    'secret.jpg',
    name.toUpperCase(),
    name.replace('.jpg', '.png'),
  ];
  for (const bad of hostile) {
    await expect(store.get(bad)).rejects.toThrow("is not a photo's name.");
    await expect(store.put(bad, bytes)).rejects.toThrow("is not a photo's name.");
    await expect(store.remove(bad)).rejects.toThrow("is not a photo's name.");
  }
  expect(existsSync(join(parent, 'secret.jpg'))).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test('a failed write leaves no file', async () => {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'in the way'), '');
  await expect(folderStore(folder).put(name, bytes)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([name]);
});

test('a partial file of a crash is deleted at the next start, and a write in progress is not', async () => {
  await mkdir(folder, { recursive: true });
  const old = join(folder, '.0f8fad5b-d9cb-469f-a165-70867728950e.part');
  const current = join(folder, '.1f8fad5b-d9cb-469f-a165-70867728950e.part');
  await writeFile(old, 'half');
  await writeFile(current, 'half');
  await utimes(old, new Date('2026-01-01'), new Date('2026-01-01'));
  await folderStore(folder).ready();
  expect(existsSync(old)).toBe(false);
  expect(existsSync(current)).toBe(true);
});

test('a folder that cannot be written to stops the start with its path', async () => {
  await writeFile(join(parent, 'data'), 'a file where the folder should be');
  await expect(folderStore(folder).ready()).rejects.toThrow(`Photos can't be written to ${folder}.`);
});
