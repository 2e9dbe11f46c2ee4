import { useEffect, useEffectEvent } from 'react';
import { toCents } from '../../../contract/values/money.ts';
import { useAsOf, useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOwnLedger } from '../../offline/subjects/ledger/ledger.ts';

/** How often payments that are being processed are refreshed, in milliseconds. */
const LOOK_EVERY = 5_000;
/** The same for bank debits alone, which take days. */
const LOOK_AT_DEBITS_EVERY = 60_000;

/** The user's ledger and open payments, read together. */
export function usePayments({ watch }: { watch: boolean }) {
  const history = useOwnLedger();
  const openPayments = useCachedQuery('listOpenPayments', {});
  const failed = useCachedQuery('listFailedPayments', {});
  const asOf = [useAsOf(history), useAsOf(openPayments)];
  const underWay = openPayments.data?.filter(({ status }) => status !== 'started') ?? [];

  async function refresh(): Promise<void> {
    // Reading the open payments settles them, so the history is read afterwards.
    await openPayments.refresh();
    await Promise.all([history.refresh(), failed.refresh()]);
  }

  const refreshNow = useEffectEvent(() => void refresh());
  const watching = watch || underWay.length > 0;
  const areDebits = !watch && underWay.every(({ method }) => method === 'us_bank_account');
  useEffect(() => {
    if (!watching) return;
    const timer = setInterval(() => refreshNow(), areDebits ? LOOK_AT_DEBITS_EVERY : LOOK_EVERY);
    return () => clearInterval(timer);
  }, [watching, areDebits]);

  /** Whether both were answered by the server since this time, in milliseconds since the epoch. */
  const knownSince = (moment: number) => asOf.every((at) => at !== undefined && at.getTime() > moment);

  return {
    transactions: history.data,
    /** When the server last answered the ledger. */
    asOf: asOf[0],
    error: history.error,
    underWay,
    failed: failed.data ?? [],
    /** Whether nothing is read for the first time any more. */
    settled: !openPayments.isPending && !failed.isPending,
    /** Integer cents of the balance that are being processed. */
    processing: underWay
      .filter(({ status }) => status === 'processing')
      .reduce((cents, { amount }) => cents + toCents(amount), 0),
    knownSince,
    refresh,
  };
}
