import { useLiveQuery } from 'dexie-react-hooks';
import { withDatabase, withTransaction, type SentItem } from '../../engine/database.ts';
import { draftKey, moveDraft, pendingWrites } from '../../engine/drafts.ts';
import { recordOf } from './requestRecord.ts';

/** The current place of a request from a URL: unsent, sent as a record, or nowhere. */
interface SentRequest {
  /** The name that was looked for. */
  name: string;
  unsent: boolean;
  sentAs?: string | undefined;
}

/**
 * Finds a request by the name it had while it was unsent: its record's or an item's. Outbox and sent items are read in
 * one transaction. Undefined until they are read.
 */
export function useSentRequest(name: { record?: string | undefined; item?: string | undefined }) {
  const { record = '', item = '' } = name;
  const found = useLiveQuery(
    () =>
      withTransaction('r', ['outbox', 'sent'], async (db): Promise<SentRequest> => {
        if (!record && !item) return { name: '', unsent: false };
        const named = (each: { id: string; record?: string }) => each.id === item || each.record === record;
        const unsent = (await db.outbox.filter(named).count()) > 0;
        return { name: record || item, unsent, sentAs: sentAs(await db.sent.filter(named).first()) };
      }),
    [record, item],
  );
  // Dexie's hook answers with what it found for the name before, until the new one is read.
  return found?.name === (record || item) ? found : undefined;
}

/** The current record of an item; after sending, the server's id names it. */
export async function currentRecord(id: string): Promise<string | undefined> {
  return withDatabase(
    async (db) => sentAs(await db.sent.get(id)) ?? (await db.outbox.where({ id }).first())?.record,
  );
}

/**
 * Gives the draft of a request's edit what was typed under the name that the request had while it was unsent: the form
 * may have been closed in the moment in which the request was sent, with its last keys still on their way.
 */
export async function adoptEarlierDraft(userId: number, record: string): Promise<void> {
  const sent = await withDatabase((db) =>
    db.sent
      .where({ userId })
      .filter((each) => each.record !== undefined && each.record !== record && sentAs(each) === record)
      .first(),
  );
  if (!sent) return;
  const [earlier, now] = [`edit-${sent.record}`, `edit-${record}`];
  await pendingWrites.get(draftKey(userId, earlier));
  await withTransaction('rw', ['drafts', 'draftPhotos'], async (db) => {
    const late = await db.drafts.get([userId, earlier]);
    const current = await db.drafts.get([userId, now]);
    if (late && current && late.savedAt <= current.savedAt) await db.drafts.delete([userId, earlier]);
    await moveDraft(db, userId, earlier, now);
  });
}

/** A cancelled request has no record. */
function sentAs(sent: SentItem | undefined): string | undefined {
  switch (sent?.route) {
    case 'createMaintenance':
    case 'updateMaintenance':
    case 'completeMaintenance':
    case 'attachPhoto':
      return recordOf(sent.answer);
    case 'addRequestEvent':
      return recordOf({ id: sent.answer.request_id });
    default:
      return undefined;
  }
}
