import { useEffect, useMemo } from 'react';
import type { LastMeterPhoto } from '../../../../contract/utilities/readingPhotos.ts';
import { keepMeterPhotos } from '../../../offline/subjects/photos/meterPhotos.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';

/** The last photos, by the ids of their meters. */
export type LastPhotos = ReadonlyMap<number, LastMeterPhoto>;

/** The last photo of each meter, which are kept on this device for where there is no connection. */
export function useLastPhotos() {
  const query = useCachedQuery('listLastMeterPhotos', {});
  const { data } = query;
  useEffect(() => {
    // Without a connection those that are missing stay missing: the next refresh tries again.
    if (data) keepMeterPhotos(data).catch(() => undefined);
  }, [data]);
  const byMeter: LastPhotos = useMemo(() => new Map(data?.map((last) => [last.meter_id, last])), [data]);
  return { query, byMeter };
}
