import { useLiveQuery } from 'dexie-react-hooks';
import type { QueuedRouteName } from '../../../contract/routes.ts';
import { useDevice } from '../engine/device.ts';
import { withTransaction, type AnswerOf, type OutboxItem } from '../engine/database.ts';

/** Where a record is that was unsent: on this device, at the server, or nowhere. */
interface Made<N extends QueuedRouteName> {
  madeBy: string;
  unsent: OutboxItem<N> | undefined;
  /** Without texts where this device stores nothing to read. */
  sentAs: AnswerOf<N> | undefined;
}

/**
 * Finds a record by the id of the item that makes it. Outbox and sent items are read in one transaction. Undefined until they
 * are read.
 */
export function useMade<N extends QueuedRouteName>(route: N, madeBy: string): Made<N> | undefined {
  const { userId } = useDevice();
  const found = useLiveQuery(
    () =>
      withTransaction('r', ['outbox', 'sent'], async (db): Promise<Made<N>> => {
        const item = await db.outbox.where({ id: madeBy }).first();
        const sent = await db.sent.get(madeBy);
        return {
          madeBy,
          // Others of this device have theirs.
          unsent: item?.userId === userId && item.route === route ? (item as OutboxItem<N>) : undefined,
          sentAs: sent?.userId === userId && sent.route === route ? (sent.answer as AnswerOf<N>) : undefined,
        };
      }),
    [userId, route, madeBy],
  );
  // Dexie's hook answers with what it found before, until the new one is read.
  return found?.madeBy === madeBy ? found : undefined;
}
