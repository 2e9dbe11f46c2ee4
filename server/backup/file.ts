import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createArchive, IncompleteBackupError, type AddEntry } from './archive.ts';
import { Summary, SUMMARY_PATH } from './format.ts';

/**
 * Writes a backup to a file that only its owner can read, completely or not at all. Only a file of this name that is
 * there already is replaced.
 */
export async function writeBackupFile(
  writeEntries: (add: AddEntry) => Promise<unknown>,
  file: string,
): Promise<Summary> {
  let summary: Summary | undefined;
  const archive = createArchive((add) =>
    writeEntries((entry) => {
      if (entry.path === SUMMARY_PATH) summary = Summary.parse(JSON.parse(entry.body.toString()));
      return add(entry);
    }),
  );
  const unfinished = `${file}.unfinished`;
  try {
    const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(archive, createGzip({ level: 4 }), target);
    if (!summary) throw new IncompleteBackupError();
    await rename(unfinished, file);
    return summary;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
