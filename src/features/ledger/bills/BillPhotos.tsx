import type { UtilityParts } from '../../../../contract/ledger/ledger.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { PhotosToCome } from '../../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { Time } from '../../../ui/data/Time.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';

interface BillPhotosProps {
  /** The ledger's entry of the bill. */
  entryId: number;
  parts: UtilityParts;
}

/** The photos of a bill's readings, which are asked for only where there are some. */
export function BillPhotos({ entryId, parts }: BillPhotosProps) {
  if (!parts.readings?.some(({ photos = 0 }) => photos > 0)) return <></>;
  return <Photos entryId={entryId} />;
}

function Photos({ entryId }: { entryId: number }) {
  const query = useCachedQuery('listBillPhotos', { params: { id: String(entryId) } });
  return (
    <Loaded query={query} failed="Unable to load the photos of the readings" loading={<Loading cards={1} />}>
      {(readings) =>
        readings
          .filter(({ photos = [], awaited_photos = 0 }) => photos.length + awaited_photos > 0)
          .map(({ reading_id, serial_number, read_on, photos = [], awaited_photos = 0 }) => (
            <section key={reading_id} className="flex flex-col gap-2">
              <h3 className="font-semibold">
                {serial_number}, <Time value={read_on} />
              </h3>
              <ShownPhotos photos={photos.map((sent) => ({ sent }))} />
              <PhotosToCome here={photos.length} toCome={awaited_photos} />
            </section>
          ))
      }
    </Loaded>
  );
}
