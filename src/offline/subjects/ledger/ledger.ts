import type { Transaction } from '../../../../contract/ledger/ledger.ts';
import { useDevice } from '../../engine/device.ts';
import { useCachedQuery } from '../../hooks/useCachedQuery.ts';
import { useSharedLiveQuery } from '../../hooks/useSharedLiveQuery.ts';

/**
 * The query of the user's own ledger. The server settles open payments when they are listed, so they are listed first: a
 * payment whose webhook was lost is then in the ledger.
 */
export function useOwnLedger() {
  return useCachedQuery('listMyTransactions', {}, { after: 'listOpenPayments' });
}

/** An entry of the accounts that management has read on this device; null where none has it, undefined until it was looked for. */
export function useAccountEntry(id: string): Transaction | null | undefined {
  const { userId } = useDevice();
  return useSharedLiveQuery(`account entry ${userId} ${id}`, async ({ pickCached }) => {
    const ofId = (entries: Transaction[]) => entries.find((each) => String(each.id) === id);
    return (await pickCached(userId, 'listUserTransactions', ofId)) ?? null;
  });
}
