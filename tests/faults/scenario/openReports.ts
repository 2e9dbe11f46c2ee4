import { storeRead } from '../../support/offline/readTables.ts';
import type { Person } from '../people.ts';
import type { AppModules } from '../simulation/appBundle.ts';
import type { Actor } from './actor.ts';

/** Opens the list of a resident's own reports, where the device stores it; management's is everybody's, and nothing here is done from it. */
export async function openReports(app: AppModules, { id, unit }: Person, actor: Actor): Promise<void> {
  if (unit === undefined) return;
  if (actor.reports().length > 0) {
    await app.fetchAndCache(id, 'listMaintenance', {}, (send) => app.withToken(id, send));
  } else {
    // There is nothing yet that the server could tell.
    await storeRead(app.database, { userId: id, key: app.cacheKey('listMaintenance', {}), answer: [] });
  }
}
