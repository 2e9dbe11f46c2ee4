import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from '../configuration.ts';
import { openDatabase } from '../database/database.ts';
import { photoStore, databaseLocation } from '../createContext.ts';
import { archiveOf, entriesOf, type Entry } from './archive.ts';
import { askRunning } from './running.ts';
import { takeBackup } from './take.ts';

/**
 * The entries of a backup of what a configuration names. `stopped`: only while no server holds it, so that nothing is
 * written after it was read.
 * @throws {Error} in words where there is no database, or a server holds it
 */
export async function* backupOf(
  configuration: Configuration,
  { withPhotos, stopped }: { withPhotos: boolean; stopped: boolean },
): AsyncGenerator<Entry> {
  const { DATABASE_URL, DATA_DIR } = configuration;
  if (!DATABASE_URL) {
    const running = stopped ? undefined : await askRunning(DATA_DIR, withPhotos);
    if (running) {
      yield* entriesOf(running);
      return;
    }
    const directory = path.resolve(DATA_DIR, 'database', 'postgres');
    if (!existsSync(directory)) throw new Error(`There is no database in ${directory}: is DATA_DIR right?`);
  }
  const database = await openDatabase(databaseLocation(configuration), { asItIs: true });
  const store = withPhotos ? photoStore(configuration) : undefined;
  const archive = archiveOf((add) => takeBackup(database, store, add));
  try {
    yield* entriesOf(archive);
  } finally {
    archive.destroy();
    await database.close();
  }
}
