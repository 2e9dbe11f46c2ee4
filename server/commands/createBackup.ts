import { existsSync } from 'node:fs';
import path from 'node:path';
import { COMMANDS, requestFromServer } from '../process/commandSocket.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { photoStore, databaseLocation } from '../process/createContext.ts';
import { createArchive, readArchive, type Entry } from '../backup/archive.ts';
import { writeBackup } from '../backup/write.ts';

/**
 * The entries of a new backup of the configured database and photo store. With `stopped` it fails while a server runs on
 * the embedded database, so that nothing is written there after it was read.
 * @throws {Error} for the operator, where there is no database or a server runs on it
 */
export async function* createBackup(
  configuration: Configuration,
  { withPhotos, stopped }: { withPhotos: boolean; stopped: boolean },
): AsyncGenerator<Entry> {
  const { DATABASE_URL, DATA_DIR } = configuration;
  if (!DATABASE_URL) {
    const command = withPhotos ? COMMANDS.backup : COMMANDS.backupWithoutPhotos;
    const running = stopped ? undefined : await requestFromServer(DATA_DIR, command);
    if (running) {
      if (running.statusCode !== 200) {
        running.resume();
        throw new Error('The running server is of another version: restart it, then take the backup.');
      }
      yield* readArchive(running);
      return;
    }
    const directory = path.resolve(DATA_DIR, 'database', 'postgres');
    if (!existsSync(directory)) throw new Error(`There is no database in ${directory}: is DATA_DIR right?`);
  }
  const database = await openDatabase(databaseLocation(configuration), { asItIs: true });
  const store = withPhotos ? photoStore(configuration) : undefined;
  try {
    yield* readArchive(createArchive((add) => writeBackup(database, store, add)));
  } finally {
    await database.close();
  }
}
