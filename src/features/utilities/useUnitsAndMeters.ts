import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';

/** Every unit and every installed meter, read together. */
export function useUnitsAndMeters() {
  const units = useCachedQuery('listUnits', {});
  const meters = useCachedQuery('listMeters', {});
  return {
    data: units.data && meters.data && { units: units.data, meters: meters.data },
    error: units.error ?? meters.error,
    refresh: async () => {
      await Promise.all([units.refresh(), meters.refresh()]);
    },
  };
}
