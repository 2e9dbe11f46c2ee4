import type { RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import { stateOf } from '../../../offline/engine/outbox/itemState.ts';
import type { ListedEvent } from '../../../offline/subjects/maintenance/requestEvents.ts';
import { photosSentWords } from '../../../offline/subjects/photos/shownPhoto.ts';
import { PhotosToCome } from '../../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { Time } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { joinClasses } from '../../../ui/layout/joinClasses.ts';
import { titleOf } from './eventTitles.ts';

interface TimelineProps {
  events: readonly ListedEvent[];
  sending: string | undefined;
}

/** What happened with a request, the first above. */
export function Timeline({ events, sending }: TimelineProps) {
  return (
    <ol role="list" aria-label="Timeline" className="flex flex-col gap-3">
      {events.map(({ event, photos, photosToCome, unsent, unsentPhotos }) => (
        <li
          key={event.created_with ?? event.id}
          className={joinClasses(
            'flex flex-col gap-1 border-l-4 py-1 pl-3 wrap-anywhere',
            event.kind === 'note' ? 'border-warning' : event.by_management ? 'border-edge' : 'border-accent',
          )}
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{titleOf(event)}</span>
            {unsent && (
              <UnsentBadge needsAttention={unsent.refusal !== undefined} words={stateOf(unsent, sending)} />
            )}
            {unsentPhotos.map((item) => (
              <UnsentBadge
                key={item.id}
                needsAttention={item.refusal !== undefined}
                words={
                  item.refusal
                    ? stateOf(item, sending)
                    : `${photosSentWords(item)}. ${stateOf(item, sending)}`
                }
              />
            ))}
          </p>
          {/* The report's words stand above the timeline. */}
          {event.text && event.kind !== 'reported' && <p className="whitespace-pre-wrap">{event.text}</p>}
          <ShownPhotos photos={photos} />
          <PhotosToCome here={photos.length} toCome={photosToCome} />
          {event.vendor_phone && (
            <p>
              <a className="underline" href={`tel:${event.vendor_phone}`}>
                {event.vendor_phone}
              </a>
            </p>
          )}
          <p className="text-sm text-muted">
            {unsent ? 'You' : authorOf(event)}, <Time value={event.acted_at} format="dateTime" />
          </p>
        </li>
      ))}
    </ol>
  );
}

function authorOf({ first_name, last_name, by_management }: RequestEvent): string {
  if (first_name !== null) return `${first_name} ${last_name ?? ''}`.trim();
  return by_management ? 'Management' : 'A former resident';
}
