import { photosOf } from '../../offline/subjects/photos/shownPhoto.ts';

/** Says that photos are on their way from another device. */
export function PhotosToCome({ here, toCome }: { here: number; toCome: number }) {
  if (toCome === 0) return <></>;
  return <p className="text-sm text-muted">{photosOf(here, here + toCome)} are here so far.</p>;
}
