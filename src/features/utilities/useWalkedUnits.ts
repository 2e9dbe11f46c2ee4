import { useMemo } from 'react';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { inWalkingOrder } from './walkingOrder.ts';

/** What a walk needs to have on this device, and the stops made of it. */
export function useWalkedUnits() {
  const units = useCachedQuery('listUnits', {});
  const rates = useCachedQuery('readSettings', {});
  const readings = useCachedQuery('listLastReadings', {});
  const walked = useMemo(
    () => units.data && inWalkingOrder(units.data, readings.data),
    [units.data, readings.data],
  );
  const stops = useSame(walked);
  const sameRates = useSame(rates.data);
  // Where no last readings can be had, the meters are read all the same.
  const complete = stops && sameRates && !readings.isPending;
  return {
    count: stops?.length,
    rates: sameRates,
    walk: complete ? { stops, rates: sameRates } : undefined,
    reads: { units, rates, readings },
    error: units.error ?? rates.error,
    refresh: async () => {
      await Promise.all([units.refresh(), rates.refresh(), readings.refresh()]);
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
