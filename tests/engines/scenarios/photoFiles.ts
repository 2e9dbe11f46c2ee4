import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { photographs } from '../../support/photographs.ts';

/** Calls with photos as files of this machine, and with the SHA-256 of each. */
export async function withPhotoFiles(
  count: number,
  work: (files: string[], digests: string[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-photos-'));
  try {
    const photos = await photographs(count, 300, 400);
    const files = photos.map(({ name }) => path.join(folder, name));
    await Promise.all(photos.map(({ buffer }, index) => writeFile(files[index]!, buffer)));
    await work(
      files,
      photos.map(({ buffer }) => createHash('sha256').update(buffer).digest('hex')),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
