import { photosOf, type OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';

/** Says that photos of a request are on their way from another device. */
export function PhotosToCome({ listed: { photos, photosToCome } }: { listed: OptimisticRequest }) {
  if (photosToCome === 0) return <></>;
  return (
    <p className="text-sm text-muted">
      {photosOf(photos.length, photos.length + photosToCome)} are here so far.
    </p>
  );
}
