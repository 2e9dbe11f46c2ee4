import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { assertPhotoName, PhotoStoreUnavailable, type PhotoStore } from './store.ts';

const HOUR = 60 * 60 * 1000;

/** Photos as files of one folder, safe against a power cut once `put` has resolved. */
export function folderStore(directory: string): PhotoStore {
  const folder = resolve(directory);
  let swept = false;

  return {
    async put(name, bytes) {
      assertPhotoName(name);
      await makeFolder(folder);
      const unfinished = join(folder, `.${randomUUID()}.part`);
      try {
        await writeSynced(unfinished, bytes);
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },

    async get(name) {
      assertPhotoName(name);
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(name) {
      assertPhotoName(name);
      await rm(join(folder, name), { force: true });
    },

    async ready() {
      const probe = join(folder, `.${randomUUID()}.part`);
      try {
        await makeFolder(folder);
        await writeSynced(probe, new Uint8Array([1]));
        await rm(probe);
      } catch (error) {
        await rm(probe, { force: true }).catch(() => undefined); // the first failure is the one to tell
        throw new PhotoStoreUnavailable(`Photos can't be written to ${folder}.`, { cause: error });
      }
      if (!swept) await removeUnfinished(folder);
      swept = true;
    },
  };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!first) return;
  // Each folder that was made is a new name in the one above it.
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** A new name is durable only once its folder is synced; Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes files that a crash left half written; the hour spares a write of another process. */
async function removeUnfinished(folder: string): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    if (!/^\.[0-9a-f-]{36}\.part$/.test(name)) continue;
    const file = await stat(join(folder, name)).catch(() => undefined); // gone already
    if (file && Date.now() - file.mtimeMs > HOUR) await rm(join(folder, name), { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
