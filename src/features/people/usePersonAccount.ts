import { useMemo } from 'react';
import { balanceOf, type TenantBalance } from '../../../contract/ledger/balances.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { pastDueOf, type PastDue } from '../../../contract/ledger/pastDue.ts';
import { toCents } from '../../../contract/values/money.ts';
import { withoutQueued } from '../../offline/engine/outbox/itemState.ts';
import { useAsOf, useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { unsentByTenant, unsentOf, type Amounts } from '../../offline/subjects/ledger/unsentByTenant.ts';
import { isoDay } from '../../ui/data/Time.tsx';

interface PersonAccount {
  /** The ledger; undefined until it is read, or where this device does not have it. */
  entries: Transaction[] | undefined;
  asOf: Date | undefined;
  /** In whole cents: from the ledger, or else from the list of balances; undefined where neither is known. */
  cents: number | undefined;
  /** Undefined where nothing is, or the ledger is not known. */
  pastDue: PastDue | undefined;
  /** What was recorded on this device and is not sent. */
  unsent: Amounts;
  /** The person's row in the list of balances, where the forms of the account are open. */
  listed: TenantBalance | undefined;
  /** Why there is no ledger. */
  error: Error | undefined;
  refresh: () => Promise<void>;
}

/** What somebody owes and since when, as far as this device knows it. */
export function usePersonAccount(userId: number): PersonAccount {
  const ledger = useCachedQuery('listUserTransactions', { params: { id: String(userId) } });
  const balances = useCachedQuery('listBalances', {});
  const { items } = useUnsent();
  const asOf = useAsOf(ledger);
  const { data, error, refresh } = ledger;
  // What is sent with a late answer counts once: as unsent.
  const entries = useMemo(() => data && withoutQueued(data, items ?? []), [data, items]);
  const listed = balances.data?.find(({ user_id }) => user_id === userId);
  const unsent = useMemo(() => unsentOf(unsentByTenant(items ?? []).get(userId)), [items, userId]);
  return {
    entries,
    asOf,
    // Who is not in the list owes nothing.
    cents: entries ? balanceOf(entries) : balances.data && toCents(listed?.balance ?? 0),
    pastDue: entries && pastDueOf(entries, isoDay(), (moment) => isoDay(new Date(moment))),
    unsent,
    listed,
    error,
    refresh,
  };
}
