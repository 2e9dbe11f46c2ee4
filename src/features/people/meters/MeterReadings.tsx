import { useState } from 'react';
import type { InstalledMeter, MeterReading } from '../../../../contract/utilities/installedMeter.ts';
import { usageText } from '../../../../contract/utilities/billPrice.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { meterName, usageOfKind } from '../../../subjects/utilities/meterTexts.ts';
import { Time } from '../../../ui/data/Time.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';

/** The readings of a meter, newest first. They are loaded when they are unfolded. */
export function MeterReadings({ meter }: { meter: InstalledMeter }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="rounded-control border border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center px-3 font-semibold">
        Readings<span className="sr-only"> of {meterName(meter)}</span>
      </summary>
      {open && <Readings meter={meter} />}
    </details>
  );
}

function Readings({ meter }: { meter: InstalledMeter }) {
  const query = useCachedQuery('listMeterReadings', { params: { id: String(meter.id) } });
  return (
    <Loaded query={query} failed="Unable to load the readings" loading={<Loading cards={1} />}>
      {(all) => (
        <ul role="list" className="divide-y divide-line border-t border-line px-3">
          {all.map((reading) => (
            <li key={reading.id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="text-muted">
                <Time value={reading.read_on} />
                {reading.last_name && `, ${reading.first_name ?? ''} ${reading.last_name}`}
              </span>
              <span className="font-semibold tabular-nums">{textOf(reading, meter)}</span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

const KINDS = { installed: 'installed', read: undefined, removed: 'removed', skipped: 'skipped' };

function textOf(
  { kind, value, estimated, reason, note, usage }: MeterReading,
  meter: InstalledMeter,
): string {
  const parts = [
    value === null ? undefined : usageText(value),
    KINDS[kind],
    reason,
    estimated && 'estimated',
    usage === null ? undefined : `${usageOfKind(meter.kind, usage)} billed`,
    note,
  ];
  return parts.filter(Boolean).join(', ');
}
