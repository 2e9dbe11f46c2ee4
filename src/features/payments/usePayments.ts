import { useEffect, useEffectEvent } from 'react';
import { useAsOf, useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOwnLedger } from '../../offline/subjects/ledger.ts';

/** How often payments that are being processed are refreshed, in milliseconds. */
const LOOK_EVERY = 5_000;

/** The user's ledger and open payments, read together. */
export function usePayments({ watch }: { watch: boolean }) {
  const history = useOwnLedger();
  const openPayments = useCachedQuery('listOpenPayments', {});
  const asOf = [useAsOf(history), useAsOf(openPayments)];
  const underWay = openPayments.data?.filter(({ status }) => status !== 'started') ?? [];

  async function refresh(): Promise<void> {
    // Reading the open payments settles them, so the history is read afterwards.
    await openPayments.refresh();
    await history.refresh();
  }

  const refreshNow = useEffectEvent(() => void refresh());
  const watching = watch || underWay.length > 0;
  useEffect(() => {
    if (!watching) return;
    const timer = setInterval(() => refreshNow(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [watching]);

  /** Whether both were answered by the server since this time, in milliseconds since the epoch. */
  const knownSince = (moment: number) => asOf.every((at) => at !== undefined && at.getTime() > moment);

  return {
    transactions: history.data,
    error: history.error,
    underWay,
    knownSince,
    refresh,
  };
}
