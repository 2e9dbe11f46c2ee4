import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { currentConnection } from '../../api/connection.ts';
import { useAsOf, type CachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { NOTHING_STORED, useStoresReads } from '../../offline/hooks/useStoresReads.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { momentText } from '../../ui/data/Time.tsx';
import { useBusyMutation } from '../../ui/forms/useBusyMutation.ts';

interface ReadyForOfflineProps {
  units: CachedQuery<unknown>;
  rates: CachedQuery<unknown>;
  readings: CachedQuery<unknown>;
  meters: CachedQuery<unknown>;
  /** How many units there are to read. */
  count: number | undefined;
  onRefresh: () => Promise<void>;
}

/** What is cached on this device for reading meters offline, with its time and a button to refresh it. */
export function ReadyForOffline({ units, rates, readings, meters, count, onRefresh }: ReadyForOfflineProps) {
  const [failed, setFailed] = useState(false);
  const storesReads = useStoresReads();
  const counted = count === undefined ? 'Units' : count === 1 ? '1 unit' : `${count} units`;
  const readingsAsOf = whenOf(readings, useAsOf(readings));
  // What the meters showed last is in the list of them.
  const metersAsOf = whenOf(meters, useAsOf(meters));
  const parts = [
    { name: counted, when: whenOf(units, useAsOf(units)) },
    { name: 'rates', when: whenOf(rates, useAsOf(rates)) },
    { name: 'last readings', when: metersAsOf && readingsAsOf },
  ];
  const ready = parts.every(({ when }) => when);
  const alike = ready && parts.every(({ when }) => when === parts[0]?.when);
  const Icon = ready ? CircleCheck : TriangleAlert;

  const { mutate, isPending } = useBusyMutation({
    mutationFn: onRefresh,
    onSettled: (_data, error) => setFailed(Boolean(error) || currentConnection() === 'offline'),
  });

  return (
    <section
      aria-labelledby="ready-for-offline"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface py-2 pr-2 pl-4 md:pl-5"
    >
      <div className="min-w-0 flex-[1_1_10rem]">
        <h2 id="ready-for-offline" className="flex items-center gap-2 font-bold">
          <Icon aria-hidden className={`size-5 shrink-0 ${ready ? 'text-success' : 'text-warning'}`} />
          {ready ? 'Ready for offline' : 'Not ready for offline'}
        </h2>
        <p className="text-sm text-muted">
          {storesReads === false
            ? `${NOTHING_STORED} Readings that you type stay here until they are sent.`
            : alike
              ? `${counted}, rates and last readings as of ${parts[0]?.when ?? ''}`
              : parts
                  .map(({ name, when }) => `${name} ${when ? `as of ${when}` : 'not on this device'}`)
                  .join(', ')}
        </p>
        <p role="status" className="text-sm font-medium text-danger empty:hidden">
          {failed && 'There is no connection to Porchlight. What is here stays as it is.'}
        </p>
      </div>
      {storesReads !== false && (
        <Button variant="secondary" busy={isPending} busyLabel="Getting..." onClick={() => mutate()}>
          {ready ? 'Update' : 'Get all'}
        </Button>
      )}
    </section>
  );
}

function whenOf({ stored }: CachedQuery<unknown>, asOf: Date | undefined): string | undefined {
  return stored && asOf ? momentText(asOf) : undefined;
}
