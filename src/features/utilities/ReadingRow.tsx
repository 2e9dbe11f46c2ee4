import { unitLabel } from '../../../contract/units/unit.ts';
import { memo, useLayoutEffect, useMemo, useState } from 'react';
import type { Settings } from '../../../contract/utilities/rates.ts';
import { METERS } from '../../../contract/utilities/meters.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Money } from '../../ui/data/Money.tsx';
import type { Typed } from '../../offline/subjects/bills.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { dayOf, MeterField } from './MeterField.tsx';
import { billedThisMonth, type UnitToRead } from './walkingOrder.ts';
import { ReadingField } from './meters/ReadingField.tsx';
import type { LastPhotos } from './meters/useLastPhotos.ts';
import { metersToRead } from './meters/readMeters.ts';
import { costOf, readingOf } from './parseReading.ts';
import type { ReadingStore } from './readingStore.ts';

interface ReadingRowProps {
  unit: UnitToRead;
  readings: ReadingStore;
  rates: Settings | undefined;
  /** Whether its reading is in the outbox. */
  waiting: boolean;
  /** Why meters of it were skipped, by id as JSON, where that is not sent yet. */
  unsentSkips?: string | undefined;
  photos: LastPhotos;
  /** Whether the labels are above the columns. */
  wide: boolean;
}

/** The columns of a row and of the heading above the rows, on a wide screen. */
export const COLUMNS = 'md:grid-cols-[minmax(10rem,1.3fr)_repeat(3,minmax(7rem,1fr))_7.5rem]';

/** The column of each kind of meter; a unit may have no meter of a kind. */
const COLUMN = ['md:col-start-2', 'md:col-start-3', 'md:col-start-4'];

/** The reading of one unit. Its text is in the reading store, so that a keystroke renders this row alone. */
export const ReadingRow = memo(function ReadingRow({
  unit,
  readings,
  rates,
  waiting,
  unsentSkips,
  photos,
  wide,
}: ReadingRowProps) {
  const { unit_id, unit_number, user_id, person, last, lastKnown, meters } = unit;
  const typed = useTyped(readings, unit_id);
  const reading = readingOf(typed, meters);
  const { problems } = reading;
  const cents = costOf(reading, rates, unit.tariffs)?.cents;
  const skips = useMemo(
    () => (unsentSkips ? (JSON.parse(unsentSkips) as Record<number, string>) : undefined),
    [unsentSkips],
  );

  return (
    <div
      role="listitem"
      className="@container max-md:rounded-card max-md:border max-md:border-line max-md:bg-surface max-md:shadow-card"
    >
      <div
        role="group"
        data-unit={unit_id}
        aria-label={unitLabel(unit)}
        className={`grid gap-3 px-[min(1rem,5vw)] py-4 max-md:grid-cols-1 md:items-start md:px-5 max-md:@min-[14rem]:grid-cols-3 ${COLUMNS}`}
      >
        <div className="col-span-full flex flex-wrap items-baseline justify-between gap-x-3 md:col-span-1 md:block md:pt-2">
          <p className="min-w-0 wrap-anywhere">
            <span className="font-bold">
              <HomeLink unit={unit_id}>Unit {unit_number}</HomeLink>
            </span>{' '}
            <span className="text-muted md:block">
              <PersonLink id={user_id}>{person}</PersonLink>
            </span>
          </p>
          {billedThisMonth(unit) && !waiting && (
            <Badge tone="success" className="md:mt-1">
              Billed {last && dayOf(last)}
            </Badge>
          )}
          {!wide && cents !== undefined && <Money cents={cents} className="font-bold" />}
        </div>
        {waiting ? (
          <p className="col-span-full md:pt-2">
            <Badge tone="info">Unsent</Badge>
          </p>
        ) : meters.length > 0 ? (
          METERS.map((kind, column) => (
            <div
              key={kind}
              className={`col-span-full flex flex-col gap-3 empty:hidden md:col-span-1 ${COLUMN[column] ?? ''}`}
            >
              {metersToRead(meters)
                .filter((meter) => meter.kind === kind)
                .map((meter) => (
                  <ReadingField
                    key={meter.id}
                    unitId={unit_id}
                    home={unitLabel(unit)}
                    typed={typed.meters?.[meter.id]}
                    unsentSkip={skips?.[meter.id]}
                    lastPhoto={photos.get(meter.id)}
                    {...{ meter, readings }}
                  />
                ))}
            </div>
          ))
        ) : (
          METERS.map((meter) => (
            <MeterField
              key={meter}
              unitId={unit_id}
              text={typed[meter]}
              problem={problems[meter]}
              {...{ meter, readings, last, lastKnown, wide }}
            />
          ))
        )}
        {wide && !waiting && (
          <p className="text-right font-semibold md:col-start-5 md:row-start-1 md:pt-2.5">
            {cents === undefined ? <span className="text-muted">–</span> : <Money cents={cents} />}
          </p>
        )}
      </div>
    </div>
  );
});

/**
 * The reading of one unit as it is typed. Followed from the moment its fields are there: `useSyncExternalStore` follows
 * a while after, and React empties a field whose text changes without a draw.
 */
function useTyped(readings: ReadingStore, unitId: number): Typed {
  const [typed, setTyped] = useState(() => readings.typedOf(unitId));
  useLayoutEffect(() => {
    const follow = () => setTyped(readings.typedOf(unitId));
    follow();
    return readings.subscribe(unitId, follow);
  }, [readings, unitId]);
  return typed;
}
