import { useLiveQuery } from 'dexie-react-hooks';
import { withDatabase } from '../engine/database.ts';
import { effects } from './effects.ts';
import { recordOf } from './maintenanceList.ts';

/** Where what an address names was found: unsent, sent as a record, or nowhere. */
export type SentRequest = { unsent: boolean; sentAs?: string };

/**
 * Where a request is now that was named while it was unsent, by its record then or by an item of it; both places are
 * looked at in one moment. Undefined until they were.
 */
export function useSentRequest(name: { record?: string | undefined; item?: string | undefined }) {
  const { record = '', item = '' } = name;
  return useLiveQuery(
    () =>
      withDatabase((db) =>
        db.transaction('r', db.outbox, db.sent, async (): Promise<SentRequest> => {
          if (!record && !item) return { unsent: false };
          const named = (each: { id: string; record?: string }) => each.id === item || each.record === record;
          const unsent = (await db.outbox.filter(named).count()) > 0;
          const sent = await db.sent.filter(named).first();
          // What leads nothing on, such as a cancelling, leaves no record to be found as.
          return sent && effects[sent.route].lead
            ? { unsent, sentAs: recordOf(sent.answer as { id: number }) }
            : { unsent };
        }),
      ),
    [record, item],
  );
}

/** The record that an item is of now: what was sent got its name from the server. */
export async function currentRecord(id: string): Promise<string | undefined> {
  return withDatabase(async (db) => {
    const sent = await db.sent.get(id);
    if (sent) return recordOf(sent.answer as { id: number });
    return (await db.outbox.where({ id }).first())?.record;
  });
}
