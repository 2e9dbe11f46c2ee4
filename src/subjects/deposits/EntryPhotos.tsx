import type { DepositEntry } from '../../../contract/deposits/deposit.ts';
import { stateOf } from '../../offline/engine/outbox/itemState.ts';
import { unsentPhotosOf } from '../../offline/subjects/photos/recordPhotos.ts';
import { photosSentWords, withStored, type ShownPhoto } from '../../offline/subjects/photos/shownPhoto.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { Time } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { PhotosToCome } from '../photos/PhotosToCome.tsx';
import { ShownPhotos } from '../photos/ShownPhotos.tsx';

/** The photos of an entry of a deposit, each with when it was taken: those of the server, and those that this device still sends. */
export function EntryPhotos({ entry: { id, photos = [], awaited_photos = 0 } }: { entry: DepositEntry }) {
  const { items = [], sending } = useOutbox();
  const unsent = unsentPhotosOf(items, 'deposit', String(id));
  if (photos.length + awaited_photos + unsent.length === 0) return <></>;
  const shown = withStored(
    photos.map((sent) => ({ sent })),
    unsent.flatMap((item) => item.photos),
  );
  return (
    <div className="flex basis-full flex-col gap-2">
      <ShownPhotos photos={shown} captions={shown.map(captionOf)} />
      {unsent.length > 0 && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {unsent.map((item) => (
            <UnsentBadge
              key={item.id}
              needsAttention={item.refusal !== undefined}
              words={item.refusal?.failure.message ?? `${photosSentWords(item)}. ${stateOf(item, sending)}`}
            />
          ))}
        </div>
      )}
      <PhotosToCome
        here={shown.length}
        toCome={Math.max(0, awaited_photos - (shown.length - photos.length))}
      />
    </div>
  );
}

/** Each has one, so that it is loaded at once and is on paper. */
function captionOf(photo: ShownPhoto) {
  const [key, taken] =
    'sent' in photo ? [photo.sent.id, photo.sent.taken_at] : [photo.stored.id, photo.stored.takenAt];
  return taken === undefined ? (
    'When it was taken is not known'
  ) : (
    <Time key={key} value={taken} format="dateTime" />
  );
}
