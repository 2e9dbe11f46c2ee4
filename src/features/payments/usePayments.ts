import { useEffect, useEffectEvent } from 'react';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOwnLedger } from '../../offline/subjects/ledger.ts';

/** In milliseconds: how often a payment that is on its way is looked for. */
const LOOK_EVERY = 5_000;

/** The person's ledger and the payments that are not in it yet, read together. */
export function usePayments({ watch }: { watch: boolean }) {
  const history = useOwnLedger();
  const open = useCachedQuery('listOpenPayments', {});
  const underWay = open.data?.filter(({ status }) => status !== 'started') ?? [];

  async function refresh(): Promise<void> {
    // What is open is settled by asking for it, so the history is read afterwards.
    await open.refresh();
    await history.refresh();
  }

  const look = useEffectEvent(() => void refresh());
  const watching = watch || underWay.length > 0;
  useEffect(() => {
    if (!watching) return;
    const timer = setInterval(() => look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [watching]);

  /** Whether both are the server's answers since this moment, in milliseconds since the epoch. */
  const knownSince = (moment: number) =>
    [history.asOf, open.asOf].every((asOf) => asOf !== undefined && asOf.getTime() > moment);

  return {
    transactions: history.data,
    error: history.error,
    underWay,
    knownSince,
    refresh,
  };
}
