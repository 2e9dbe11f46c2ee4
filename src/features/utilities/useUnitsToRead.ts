import { useMemo } from 'react';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { inWalkingOrder } from './walkingOrder.ts';

/** The occupied units in walking order, with what reading their meters needs to have on this device. */
export function useUnitsToRead() {
  const unitList = useCachedQuery('listUnits', {});
  const rates = useCachedQuery('readSettings', {});
  const readings = useCachedQuery('listLastReadings', {});
  const ordered = useMemo(
    () => unitList.data && inWalkingOrder(unitList.data, readings.data),
    [unitList.data, readings.data],
  );
  const units = useSame(ordered);
  const sameRates = useSame(rates.data);
  // Where no last readings can be had, the meters are read all the same.
  const complete = units && sameRates && !readings.isPending;
  return {
    count: units?.length,
    rates: sameRates,
    data: complete ? { units, rates: sameRates } : undefined,
    reads: { units: unitList, rates, readings },
    error: unitList.error ?? rates.error,
    refresh: async () => {
      await Promise.all([unitList.refresh(), rates.refresh(), readings.refresh()]);
    },
  };
}

/**
 * The same object for as long as it says the same: every refresh reads an answer anew from this device, and hundreds
 * of rows are not to be drawn again for it.
 */
function useSame<T>(value: T | undefined): T | undefined {
  const text = useMemo(() => JSON.stringify(value), [value]);
  // Undefined has no text, whatever the library's types say.
  return useMemo(() => (text ? (JSON.parse(text) as T) : undefined), [text]);
}
