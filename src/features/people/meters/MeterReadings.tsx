import { useState } from 'react';
import type { InstalledMeter, MeterReading } from '../../../../contract/utilities/installedMeter.ts';
import { usageText } from '../../../../contract/utilities/billPrice.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { PhotosToCome } from '../../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { PersonName } from '../../../subjects/users/PersonLink.tsx';
import { meterName, usageOfKind } from '../../../subjects/utilities/meterTexts.ts';
import { Time } from '../../../ui/data/Time.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { Button } from '../../../ui/forms/Button.tsx';

interface MeterReadingsProps {
  meter: InstalledMeter;
  onCorrect: (reading: MeterReading) => void;
}

/** The readings of a meter, newest first. They are loaded when they are unfolded. */
export function MeterReadings(props: MeterReadingsProps) {
  const { meter } = props;
  const [open, setOpen] = useState(false);
  return (
    <details
      className="rounded-control border border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center px-3 font-semibold">
        Readings<span className="sr-only"> of {meterName(meter)}</span>
      </summary>
      {open && <Readings {...props} />}
    </details>
  );
}

function Readings({ meter, onCorrect }: MeterReadingsProps) {
  const online = useOnline();
  const query = useCachedQuery('listMeterReadings', { params: { id: String(meter.id) } });
  return (
    <Loaded query={query} failed="Unable to load the readings" loading={<Loading cards={1} />}>
      {(all) => (
        <ul role="list" className="divide-y divide-line border-t border-line px-3">
          {all.map((reading) => (
            <li key={reading.id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="text-muted">
                <Time value={reading.read_on} />
                {reading.last_name && (
                  <>
                    ,{' '}
                    <PersonName id={reading.author_id}>
                      {reading.first_name ?? ''} {reading.last_name}
                    </PersonName>
                  </>
                )}
              </span>
              <span className="font-semibold tabular-nums">{textOf(reading, meter)}</span>
              {reading.correctable && (
                <Button
                  variant="quiet"
                  disabled={!online}
                  aria-label={`Correct ${textOf(reading, meter)} of ${meterName(meter)}`}
                  onClick={() => onCorrect(reading)}
                >
                  Correct
                </Button>
              )}
              <div className="w-full">
                <ShownPhotos photos={(reading.photos ?? []).map((sent) => ({ sent }))} />
                <PhotosToCome here={reading.photos?.length ?? 0} toCome={reading.awaited_photos ?? 0} />
              </div>
            </li>
          ))}
          {all.some(({ billed, kind }) => billed && kind !== 'read') && (
            <li className="py-2 text-sm text-muted">
              A first or last value that a bill has is corrected once that bill is taken back in the ledger.
            </li>
          )}
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
