import type { Inspection } from '../../../contract/inspections/inspection.ts';
import { useThumbnailsOffline } from '../../subjects/photos/useThumbnailsOffline.ts';
import { useMadeLeases, type MadeLeases } from '../../offline/subjects/leases/useMadeLeases.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';

export type InspectedHome = Pick<Inspection, 'unit_id' | 'unit_number' | 'property_name'>;

/** The home that is inspected, from what this device has read: the list of units, a lease, sent or not, or an earlier inspection. */
export function useInspectedHome(unit: string) {
  const units = useCachedQuery('listUnits', {});
  const leases = useCachedQuery('listLeases', {});
  const ofHome = useCachedQuery('listHomeInspections', { params: { id: unit } });
  const madeLeases = useMadeLeases();
  useThumbnailsOffline(ofHome.data);
  const isHere = ({ unit_id }: { unit_id: number }) => String(unit_id) === unit;
  const listed = (units.data ?? units.arrived)?.find(({ id }) => String(id) === unit);
  const home: InspectedHome | undefined = listed
    ? { unit_id: listed.id, unit_number: listed.unit_number, property_name: listed.property_name }
    : (leases.data?.find(isHere) ?? ofHome.data?.[0] ?? newHome(madeLeases, isHere));
  return { home, units, leases, madeLeases, ofHome };
}

/** The home of a lease that is unsent. */
function newHome(
  madeLeases: MadeLeases | undefined,
  isHere: (home: { unit_id: number }) => boolean,
): InspectedHome | undefined {
  const homes = madeLeases?.unsent.map(({ input, shown: { unit_number, property_name } }) => ({
    ...{ unit_id: input.body.unit_id, unit_number, property_name },
  }));
  return homes?.find(isHere);
}
