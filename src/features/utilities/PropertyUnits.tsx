import type { Settings } from '../../../contract/utilities/rates.ts';
import { METER_LABELS, METERS } from '../../../contract/utilities/meters.ts';
import { AskForReadings } from '../../subjects/utilities/AskForReadings.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { skipsOf, type UnsentSkips } from './meters/unsentSkips.ts';
import type { LastPhotos } from './meters/useLastPhotos.ts';
import { COLUMNS, ReadingRow } from './ReadingRow.tsx';
import type { ReadingStore } from './readingStore.ts';
import { chunksOf, type UnitToRead } from './walkingOrder.ts';

/** Keeps the focused field clear of the sticky summary above. */
const INPUTS = 'max-md:[&_input]:px-2 [&_input]:scroll-mt-32';

/** Cards on a phone, rows on a wide screen. */
const ROWS = 'md:block md:divide-y md:divide-line';

interface PropertyUnitsProps {
  property: { name: string; units: readonly UnitToRead[] };
  readings: ReadingStore;
  rates: Settings;
  /** The units whose bills are in the outbox. */
  waiting: ReadonlySet<number>;
  skips: UnsentSkips;
  photos: LastPhotos;
  wide: boolean;
  onOrder: () => void;
}

/** The units of a property, in walking order. */
export function PropertyUnits({
  property: { name, units },
  readings,
  rates,
  waiting,
  skips,
  photos,
  wide,
  onOrder,
}: PropertyUnitsProps) {
  const metered = units.filter(({ meters }) => meters.length > 0).map(({ unit_id }) => unit_id);
  return (
    <section aria-label={name} className="mb-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl font-bold">{name}</h2>
        <div className="flex flex-wrap gap-x-2">
          {metered.length > 0 && <AskForReadings units={metered} name={name} />}
          <Button variant="quiet" aria-label={`Walking order of ${name}`} onClick={onOrder}>
            Walking order
          </Button>
        </div>
      </div>
      <div className="md:rounded-card md:border md:border-line md:bg-surface md:shadow-card">
        <div
          aria-hidden
          className={`hidden gap-x-3 border-b border-line px-5 py-3 text-sm font-semibold text-muted md:grid ${COLUMNS}`}
        >
          <span>Unit</span>
          {METERS.map((meter) => (
            <span key={meter}>
              {METER_LABELS[meter].name} ({METER_LABELS[meter].unit})
            </span>
          ))}
          <span className="text-right">Cost</span>
        </div>
        <div role="list" className={`flex flex-col gap-3 ${ROWS} ${INPUTS}`}>
          {chunksOf(units).map((chunk) => (
            // With content-visibility a keystroke lays out its own chunk only.
            <div
              key={chunk[0]?.unit_id}
              className={`flex flex-col gap-3 ${ROWS} [contain-intrinsic-size:auto_110rem] [content-visibility:auto] md:[contain-intrinsic-size:auto_62.5rem]`}
            >
              {chunk.map((unit) => (
                <ReadingRow
                  key={unit.unit_id}
                  unit={unit}
                  readings={readings}
                  rates={rates}
                  waiting={waiting.has(unit.unit_id)}
                  unsentSkips={skipsOf(unit, skips)}
                  {...{ photos, wide }}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
