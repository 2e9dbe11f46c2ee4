import { LEAD_HOURS } from '../../../contract/entryNotices/leadTime.ts';
import { zoneOf } from '../../../contract/values/timeZone.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useCommunity } from '../community/community.ts';

/** How long before an entry into a home its residents are told, in hours, and the time zone of the home. */
export function useLeadTime(unit: number): { hours: number; zone: string } {
  const community = useCommunity();
  const { data: units } = useCachedQuery('listUnits', {});
  const { data: properties } = useCachedQuery('listProperties', {});
  const property = units?.find(({ id }) => id === unit)?.property_id;
  const own = properties?.find(({ id }) => id === property)?.time_zone ?? null;
  // A device that never heard of the community has its people nearby.
  const zone = zoneOf(own, community?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  return { hours: community?.entry_notice_hours ?? LEAD_HOURS, zone };
}
