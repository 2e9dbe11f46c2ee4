import type { RecordPhotos } from '../../../../contract/photos/recordPhotos.ts';
import type { AskedReading } from '../../../../contract/utilities/sentReadings.ts';
import type { DeviceTables, OutboxItem } from '../../engine/database.ts';
import { takeOut } from '../../engine/outbox/photosLeft.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';
import { followingPhotos, unsentPhotosOf, type RecordPhotosItem } from './recordPhotos.ts';
import { withStored, type ShownPhoto } from './shownPhoto.ts';

type SentItem = OutboxItem<'sendReading'>;

/** What was sent of the meter that an item is of, by the answer to it. */
const sentIn = ({ input }: SentItem, asked: readonly AskedReading[]): AskedReading['sent'] =>
  asked.find(({ meter_id }) => String(meter_id) === input.params.id)?.sent ?? null;

/** How the photos of what a resident reads follow it. */
export const sentReadingPhotos = followingPhotos<'sendReading'>({
  kind: 'sent_reading',
  named: (body, following_photos) => ({ ...body, following_photos }),
  after: (item, answer) => {
    const sent = sentIn(item, answer);
    // A server of the version before takes no photos of it.
    if (sent?.id === undefined) return [];
    const shown = {
      title: 'a reading',
      unit: '',
      words: item.shown.meter,
      of: `meter:${item.input.params.id}`,
    };
    return [{ id: String(sent.id), shown }];
  },
});

/** Takes photos out that were taken with what this one replaces: the server would refuse them. */
export async function dropReplacedPhotos(
  db: DeviceTables,
  item: SentItem,
  answer: readonly AskedReading[],
): Promise<void> {
  const sent = sentIn(item, answer);
  if (sent?.id === undefined) return;
  const kept = item.photos.map(({ sha256 }) => sha256);
  const items = await db.outbox.where({ userId: item.userId }).toArray();
  for (const before of unsentPhotosOf(items, 'sent_reading', String(sent.id)))
    await takeOut(db, before, ({ sha256 }) => !kept.includes(sha256), { arrived: false });
}

/** The photos of what was read last at a meter: in what is unsent, or else of what was sent. */
export function photosOfSent(
  { meter_id, sent }: Pick<AskedReading, 'meter_id' | 'sent'>,
  items: readonly OutboxItem[],
): ShownPhoto[] {
  const unsent = items
    .filter((item) => item.route === 'sendReading')
    .findLast(({ input }) => input.params.id === String(meter_id));
  if (unsent) return withStored([], unsent.photos);
  if (!sent) return [];
  const onTheWay = unsentPhotosOf(items, 'sent_reading', String(sent.id)).flatMap(({ photos }) => photos);
  return withStored(
    (sent.photos ?? []).map((photo) => ({ sent: photo })),
    onTheWay,
  );
}

/** Shows a photo that arrived at what a resident sent. */
export async function applySentReadingPhotos(
  db: DeviceTables,
  { userId }: RecordPhotosItem,
  { id, photos, awaited_photos }: RecordPhotos,
): Promise<void> {
  await updateCached(db, userId, 'listAskedReadings', (asked) =>
    asked.map((each) =>
      String(each.sent?.id) === id && each.sent
        ? { ...each, sent: { ...each.sent, photos, awaited_photos } }
        : each,
    ),
  );
}
