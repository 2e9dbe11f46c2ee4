import type { ListedEvent } from '../../../offline/subjects/maintenance/requestEvents.ts';
import { Entries } from '../../../subjects/conversation/Entries.tsx';
import { titleOf } from './eventTitles.ts';

interface TimelineProps {
  events: readonly ListedEvent[];
  sending: string | undefined;
}

/** What happened with a request, the first above. */
export function Timeline({ events, sending }: TimelineProps) {
  return (
    <Entries
      label="Timeline"
      sending={sending}
      entries={events.map(({ event, unsent }) => ({
        ...event,
        key: event.created_with ?? event.id,
        title: titleOf(event),
        // The report's words stand above the timeline.
        text: event.kind === 'reported' ? null : event.text,
        hidden: event.kind === 'note',
        unsent,
        below: event.vendor_phone && (
          <p>
            <a className="underline" href={`tel:${event.vendor_phone}`}>
              {event.vendor_phone}
            </a>
          </p>
        ),
      }))}
    />
  );
}
