import { useLiveQuery } from 'dexie-react-hooks';
import { withDatabase, type SentItem } from '../engine/database.ts';
import { recordOf } from './maintenance.ts';

/** The current place of a request from a URL: unsent, sent as a record, or nowhere. */
interface SentRequest {
  unsent: boolean;
  sentAs?: string | undefined;
}

/**
 * Finds a request by the name it had while it was unsent: its record's or an item's. Outbox and sent items are read in
 * one transaction. Undefined until they are read.
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
          return { unsent, sentAs: sentAs(await db.sent.filter(named).first()) };
        }),
      ),
    [record, item],
  );
}

/** The current record of an item; after sending, the server's id names it. */
export async function currentRecord(id: string): Promise<string | undefined> {
  return withDatabase(
    async (db) => sentAs(await db.sent.get(id)) ?? (await db.outbox.where({ id }).first())?.record,
  );
}

/** A cancelled request has no record. */
function sentAs(sent: SentItem | undefined): string | undefined {
  switch (sent?.route) {
    case 'createMaintenance':
    case 'updateMaintenance':
    case 'completeMaintenance':
      return recordOf(sent.answer);
    default:
      return undefined;
  }
}
