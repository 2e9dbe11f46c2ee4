import { useLiveQuery } from 'dexie-react-hooks';
import { useDevice } from '../../engine/device.ts';
import { withTransaction } from '../../engine/database.ts';
import { isNewLease, type LeaseItem } from './leases.ts';

/** The leases that were made on this device. */
export interface MadeLeases {
  unsent: readonly LeaseItem[];
  /** The ids of those that were sent recently, by the ids of their items. */
  sentAs: ReadonlyMap<string, number>;
}

/** Both are read in one transaction, so that one that is just sent is never missing. Undefined until they are read. */
export function useMadeLeases(): MadeLeases | undefined {
  const { userId } = useDevice();
  return useLiveQuery(
    () =>
      withTransaction('r', ['outbox', 'sent'], async (db) => {
        const unsent = await db.outbox.where({ userId }).filter(isNewLease).toArray();
        const sent = await db.sent.where({ userId }).toArray();
        return {
          unsent: unsent.filter(isNewLease),
          sentAs: new Map(
            sent.flatMap(({ id, ...item }) => (item.route === 'createLease' ? [[id, item.answer.id]] : [])),
          ),
        };
      }),
    [userId],
  );
}
