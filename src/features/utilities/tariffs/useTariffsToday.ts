import { useMemo } from 'react';
import { validTariffs } from '../../../../contract/utilities/tariffs.ts';
import { dayIn } from '../../../../contract/values/timeZone.ts';
import { now } from '../../../browser/clock.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useCommunity } from '../../../subjects/community/community.ts';
import { isoDay } from '../../../ui/data/Time.tsx';

/** The tariffs, and those that are valid today where the community is; none where this device never read them. */
export function useTariffsToday() {
  const query = useCachedQuery('listTariffs', {});
  const zone = useCommunity()?.time_zone;
  const today = zone === undefined ? isoDay() : dayIn(zone, now());
  const valid = useMemo(() => query.data && validTariffs(query.data, today), [query.data, today]);
  return { query, valid, today };
}
