import { useMemo } from 'react';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { withOrder } from '../../offline/subjects/meters.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useTariffsToday } from './tariffs/useTariffsToday.ts';
import { useLastPhotos } from './meters/useLastPhotos.ts';
import { inWalkingOrder } from './walkingOrder.ts';

/** The occupied units in walking order, with the cached reads that reading meters needs. */
export function useUnitsToRead() {
  const unitList = useCachedQuery('listUnits', {});
  const rates = useCachedQuery('readSettings', {});
  const readings = useCachedQuery('listLastReadings', {});
  const meters = useCachedQuery('listMeters', {});
  const tariffs = useTariffsToday();
  const photos = useLastPhotos();
  const { items } = useOutbox();
  const order = useCachedQuery('readWalkingOrder', {});
  const placed = useStableValue(withUnsentOrders(order.data?.unit_ids ?? [], items));
  const ordered = useMemo(
    () =>
      unitList.data &&
      inWalkingOrder(unitList.data, {
        readings: readings.data,
        meters: meters.data,
        order: placed,
        tariffs: tariffs.valid,
      }),
    [unitList.data, readings.data, meters.data, placed, tariffs.valid],
  );
  const units = useStableValue(ordered);
  const sameRates = useStableValue(rates.data);
  // Usage can be typed without the last readings and the meters, the order is a convenience, and the server knows the tariffs.
  const complete =
    units && sameRates && ![readings, meters, order, tariffs.query].some(({ isPending }) => isPending);
  return {
    count: units?.length,
    rates: sameRates,
    tariffs: tariffs.valid,
    data: complete ? { units, rates: sameRates, tariffs: tariffs.valid } : undefined,
    photos: photos.byMeter,
    reads: { units: unitList, rates, readings, meters },
    error: unitList.error ?? rates.error,
    refresh: async () => {
      await Promise.all(
        [unitList, rates, readings, meters, order, tariffs.query, photos.query].map((read) => read.refresh()),
      );
    },
  };
}

function withUnsentOrders(order: readonly number[], items: readonly OutboxItem[] = []): number[] {
  return items.reduce<number[]>(
    (now, item) => (item.route === 'setWalkingOrder' ? withOrder(now, item.input.body.unit_ids) : now),
    [...order],
  );
}

/**
 * Returns the same object while its content is equal. Every refresh reads the answer from IndexedDB again, which must
 * not render hundreds of rows.
 */
function useStableValue<T>(value: T | undefined): T | undefined {
  const text = useMemo(() => JSON.stringify(value), [value]);
  // JSON.stringify returns undefined for undefined, which its types leave out.
  return useMemo(() => (text ? (JSON.parse(text) as T) : undefined), [text]);
}
