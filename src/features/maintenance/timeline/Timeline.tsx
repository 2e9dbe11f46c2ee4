import { stateOf } from '../../../offline/engine/outbox/itemState.ts';
import type { ListedEvent } from '../../../offline/subjects/maintenance/requestEvents.ts';
import { photosSentWords } from '../../../offline/subjects/shownPhoto.ts';
import { Entries, type Entry } from '../../../subjects/conversation/Entries.tsx';
import { PhotosToCome } from '../../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { titleOf } from './eventTitles.ts';

interface TimelineProps {
  events: readonly ListedEvent[];
  sending: string | undefined;
}

/** What happened with a request, the first above. */
export function Timeline({ events, sending }: TimelineProps) {
  return (
    <Entries label="Timeline" sending={sending} entries={events.map((listed) => entryOf(listed, sending))} />
  );
}

function entryOf(
  { event, photos, photosToCome, unsent, unsentPhotos }: ListedEvent,
  sending: string | undefined,
): Entry {
  return {
    ...event,
    key: event.created_with ?? event.id,
    title: titleOf(event),
    // The report's words stand above the timeline.
    text: event.kind === 'reported' ? null : event.text,
    hidden: event.kind === 'note',
    unsent,
    badges: unsentPhotos.map((item) => (
      <UnsentBadge
        key={item.id}
        needsAttention={item.refusal !== undefined}
        words={item.refusal ? stateOf(item, sending) : `${photosSentWords(item)}. ${stateOf(item, sending)}`}
      />
    )),
    below: (
      <>
        <ShownPhotos photos={photos} />
        <PhotosToCome here={photos.length} toCome={photosToCome} />
        {event.vendor_phone && (
          <p>
            <a className="underline" href={`tel:${event.vendor_phone}`}>
              {event.vendor_phone}
            </a>
          </p>
        )}
      </>
    ),
  };
}
