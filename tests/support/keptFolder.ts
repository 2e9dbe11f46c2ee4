import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/porchlight', import.meta.url));

/** A folder that is made once and kept for later runs of the tests. The name says what it was made from, as by a digest. */
export async function keptFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const kept = path.join(CACHE, name);
  if (existsSync(kept)) return kept;

  await mkdir(CACHE, { recursive: true });
  const unfinished = `${kept}.${randomUUID()}`;
  await make(unfinished);
  try {
    await rename(unfinished, kept);
  } catch (error) {
    // Another worker may have made it meanwhile.
    if (!existsSync(kept)) throw error;
    await rm(unfinished, { recursive: true });
  }
  return kept;
}
