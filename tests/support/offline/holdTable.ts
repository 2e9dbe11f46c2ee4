import { Dexie } from 'dexie';
import type { withDatabase } from '../../../src/offline/engine/database.ts';

/** Has every other access to a table of the device wait until it is released. */
export function holdTable(
  access: typeof withDatabase,
  table: 'drafts' | 'sent' | 'device',
): Promise<{ release: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const over = access((db) =>
      db.transaction('rw', db.table(table), async () => {
        await db.table(table).count();
        await Dexie.waitFor(
          new Promise<void>((finish) => {
            const release = () => {
              finish();
              return over;
            };
            // In a task of its own, since what goes on here would be of the transaction for Dexie.
            setTimeout(() => resolve({ release }));
          }),
        );
      }),
    );
    over.catch(reject);
  });
}
