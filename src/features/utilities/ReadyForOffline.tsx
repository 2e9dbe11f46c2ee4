import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { KeptQuery } from '../../offline/keptQuery.ts';
import { Button } from '../../ui/Button.tsx';
import { Time } from '../../ui/Time.tsx';

interface ReadyForOfflineProps {
  units: KeptQuery<unknown>;
  rates: KeptQuery<unknown>;
  readings: KeptQuery<unknown>;
  /** How many units there are to read. */
  count: number | undefined;
  onRefresh: () => Promise<void>;
}

/** Before the walk: what lies on this device and as of when, and one tap to get it anew. */
export function ReadyForOffline({ units, rates, readings, count, onRefresh }: ReadyForOfflineProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const parts = [
    { name: count === undefined ? 'Units' : count === 1 ? '1 unit' : `${count} units`, asOf: units.asOf },
    { name: 'Rates', asOf: rates.asOf },
    { name: 'Last readings', asOf: readings.asOf },
  ];
  const ready = parts.every(({ asOf }) => asOf);
  const Icon = ready ? CircleCheck : TriangleAlert;

  async function refresh(): Promise<void> {
    const before = new Date();
    setBusy(true);
    await onRefresh();
    setBusy(false);
    setFailed(parts.some(({ asOf }) => !asOf || asOf < before) && !navigator.onLine);
  }

  return (
    <section
      aria-label="Ready for offline"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 md:px-5"
    >
      <div className="min-w-0">
        <h2 className="flex items-center gap-2 font-bold">
          <Icon aria-hidden className={`size-5 shrink-0 ${ready ? 'text-success' : 'text-warning'}`} />
          {ready ? 'Ready for offline' : 'Not ready for offline yet'}
        </h2>
        <ul role="list" className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          {parts.map(({ name, asOf }) => (
            <li key={name}>
              {name} {asOf ? <Moment asOf={asOf} /> : 'not on this device'}
            </li>
          ))}
        </ul>
        <p role="status" className="text-sm font-medium text-danger">
          {failed && 'There is no connection to Porchlight. What is on this device stays as it is.'}
        </p>
      </div>
      <Button
        variant="secondary"
        busy={busy}
        busyLabel="Getting..."
        onClick={() => {
          refresh().catch(() => setBusy(false));
        }}
      >
        Get everything now
      </Button>
    </section>
  );
}

function Moment({ asOf }: { asOf: Date }) {
  const today = asOf.toDateString() === new Date().toDateString();
  return (
    <>
      as of <Time value={asOf} format={today ? 'clock' : 'dateTime'} />
    </>
  );
}
