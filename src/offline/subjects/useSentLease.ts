import { useLiveQuery } from 'dexie-react-hooks';
import type { Lease } from '../../../contract/leases/lease.ts';
import { withTransaction } from '../engine/database.ts';
import { isNewLease, type LeaseItem } from './leases.ts';

/** Where a lease is that was unsent: on this device, at the server, or nowhere. */
interface SentLease {
  madeBy: string;
  unsent: LeaseItem | undefined;
  /** Without texts where this device stores nothing to read. */
  sentAs: Lease | undefined;
}

/**
 * Finds a lease by the id of the item that makes it. Outbox and sent items are read in one transaction. Undefined until they
 * are read.
 */
export function useSentLease(madeBy: string): SentLease | undefined {
  const found = useLiveQuery(
    () =>
      withTransaction('r', ['outbox', 'sent'], async (db): Promise<SentLease> => {
        const item = await db.outbox.where({ id: madeBy }).first();
        const sent = await db.sent.get(madeBy);
        return {
          madeBy,
          unsent: item && isNewLease(item) ? item : undefined,
          sentAs: sent?.route === 'createLease' ? sent.answer : undefined,
        };
      }),
    [madeBy],
  );
  // Dexie's hook answers with what it found before, until the new one is read.
  return found?.madeBy === madeBy ? found : undefined;
}
