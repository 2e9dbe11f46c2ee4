import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { IncompleteBackupError, readArchive } from '../backup/archive.ts';
import { finishRestore } from '../backup/finishRestore.ts';
import { loadBackup } from '../backup/load.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { photoStore, databaseLocation } from '../process/createContext.ts';
import { describeSummary, readArguments, runCommand } from './runCommand.ts';

const USAGE = `npm run restore -- FILE
  Fills the empty database of DATABASE_URL, or else of DATA_DIR, and the photo store from a backup.`;

/** `npm run restore`: restores everything, or no row. */
async function restore(): Promise<string> {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error(USAGE);
  const configuration = readConfiguration(process.env);
  const source = createReadStream(file);
  const archive = createGunzip();
  source.on('error', (error) => archive.destroy(error));
  source.pipe(archive);
  try {
    const summary = await loadBackup(
      databaseLocation(configuration),
      photoStore(configuration),
      readArchive(archive),
      finishRestore,
    );
    return `${describeSummary(summary)} are restored. All sessions have ended: everybody signs in again.`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? new IncompleteBackupError(error) : error;
  }
}

runCommand(restore);
