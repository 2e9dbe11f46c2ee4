import type { Inspection, InspectionSignature } from '../../../contract/inspections/inspection.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import { photosOfItem, type InspectedPhoto } from '../../offline/subjects/photos/inspectionPhotos.ts';
import { PhotosToCome } from '../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../subjects/photos/ShownPhotos.tsx';
import { DrawnSignature } from '../../subjects/signatures/DrawnSignature.tsx';
import { PaperSheet } from '../../ui/data/PaperSheet.tsx';
import { Time, timeText } from '../../ui/data/Time.tsx';
import { foundText } from './inspectionTexts.ts';
import { sameItem } from './walk.ts';

interface InspectionSheetProps {
  inspection: Inspection;
  /** The move-in, which stands beside a move-out. */
  moveIn?: Inspection | undefined;
  /** Its photos that are only on this device. */
  storedPhotos?: readonly StoredPhoto[];
}

/** An inspection to read or to print: room by room, with signatures, remarks and their times. */
export function InspectionSheet({ inspection, moveIn, storedPhotos = [] }: InspectionSheetProps) {
  const { awaited_photos = 0, photos = [] } = inspection;
  const { kind, day, rooms, signatures, remarks, finalized_at } = inspection;
  return (
    <PaperSheet label={`${kind} inspection`} kind={`${kind} inspection`} date={timeText(day, 'long')}>
      <p className="font-semibold wrap-anywhere">{unitLabel(inspection)}</p>
      {rooms.map((room, at) => (
        // Two rooms may have the same name.
        <section key={at} className="flex flex-col gap-2 print:break-inside-avoid">
          <h2 className="text-lg font-bold wrap-anywhere">{room.name}</h2>
          <dl className="divide-y divide-line border-y border-edge">
            {room.items.map((item, place) => {
              const before = moveIn && sameItem(room, item, rooms, moveIn.rooms);
              return (
                <div
                  key={place}
                  className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[2fr_3fr] print:grid-cols-[2fr_3fr]"
                >
                  <dt className="wrap-anywhere text-muted">{item.name}</dt>
                  <dd className="wrap-anywhere">
                    {moveIn && (
                      <span className="block text-sm text-muted">
                        Moving in: {before ? foundText(before) : 'Not recorded'}
                      </span>
                    )}
                    {before && <SheetPhotos photos={photosOfItem(before, moveIn.photos, [])} />}
                    {foundText(item)}
                    <SheetPhotos photos={photosOfItem(item, inspection.photos, storedPhotos)} />
                  </dd>
                </div>
              );
            })}
          </dl>
          {room.items.length === 0 && <p className="text-muted">Nothing was inspected.</p>}
        </section>
      ))}
      <PhotosToCome here={photos.length} toCome={Math.max(0, awaited_photos - storedPhotos.length)} />
      {finalized_at === null ? (
        <p className="text-muted">This is a draft. It is not signed.</p>
      ) : (
        <section className="flex flex-col gap-4 print:break-inside-avoid">
          <h2 className="text-lg font-bold">Signatures</h2>
          <ul role="list" className="grid grid-cols-1 gap-4 sm:grid-cols-2 print:grid-cols-2">
            {signatures.map((signature, at) => (
              <Signed key={at} signature={signature} />
            ))}
          </ul>
          {signatures.every(({ by }) => by !== 'tenant') && (
            <p className="text-muted">It was not signed by a tenant.</p>
          )}
          <p>
            Signed <Time value={finalized_at} format="dateTime" />.
          </p>
        </section>
      )}
      {remarks.length > 0 && (
        <section className="flex flex-col gap-4">
          <h2 className="text-lg font-bold">Remarks of the tenants</h2>
          <ul role="list" className="flex flex-col gap-4">
            {remarks.map(({ id, text, name, created_at }) => (
              <li key={id} className="print:break-inside-avoid">
                <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
                <p className="text-sm text-muted">
                  {name}, <Time value={created_at} format="dateTime" />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </PaperSheet>
  );
}

/** The photos of an item, each with when it was taken. */
function SheetPhotos({ photos }: { photos: readonly InspectedPhoto[] }) {
  if (photos.length === 0) return <></>;
  return (
    <div className="mt-2">
      <ShownPhotos
        photos={photos}
        captions={photos.map(({ taken_at }) => (
          <Time key={taken_at} value={taken_at} format="dateTime" />
        ))}
      />
    </div>
  );
}

function Signed({ signature: { by, name, strokes } }: { signature: InspectionSignature }) {
  return (
    <li className="flex flex-col gap-1">
      {strokes ? (
        <DrawnSignature role="img" aria-label={`Signature of ${name}`} strokes={strokes} />
      ) : (
        <p className="flex min-h-16 items-end text-xl wrap-anywhere italic">{name}</p>
      )}
      <p className="border-t border-edge pt-1 text-sm wrap-anywhere">
        {name}, {by === 'management' ? 'management' : 'tenant'}
        {!strokes && ', signed by typing the name'}
      </p>
    </li>
  );
}
