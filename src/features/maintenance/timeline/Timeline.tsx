import { compareTimes } from '../../../../contract/values/calendar.ts';
import type { RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import { stateOf } from '../../../offline/engine/outbox/itemState.ts';
import type { ListedNotice } from '../../../offline/subjects/entryNoticeList.ts';
import type { ListedEvent } from '../../../offline/subjects/maintenance/requestEvents.ts';
import { photosSentWords } from '../../../offline/subjects/photos/shownPhoto.ts';
import { EntryItem, type Entry } from '../../../subjects/conversation/Entries.tsx';
import { EntryNoticeActions } from '../../../subjects/entryNotices/EntryNoticeActions.tsx';
import { EntryNoticeWords } from '../../../subjects/entryNotices/EntryNoticeWords.tsx';
import { PhotosToCome } from '../../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { EventTitle } from './EventTitle.tsx';

interface TimelineProps {
  events: readonly ListedEvent[];
  /** Of entry, for this request. */
  notices: readonly ListedNotice[];
  sending: string | undefined;
}

/** What happened with a request, the first above. */
export function Timeline({ events, notices, sending }: TimelineProps) {
  // The report is first, whatever a clock said.
  const isBefore = (event: RequestEvent, { notice }: ListedNotice) =>
    event.kind === 'reported' || event.acted_at <= notice.given_at;
  const inOrder = [...notices].sort((a, b) => compareTimes(a.notice.given_at, b.notice.given_at));
  const entries = inOrder.map((listed) => ({
    listed,
    after: events.filter(({ event }) => isBefore(event, listed)).length,
  }));
  const noticesAfter = (count: number) =>
    entries
      .filter(({ after }) => after === count)
      .map(({ listed }) => <NoticeEntry key={`notice ${listed.key}`} listed={listed} sending={sending} />);
  return (
    <ol role="list" aria-label="Timeline" className="flex flex-col gap-3">
      {events.flatMap((listed, index) => {
        const entry = entryOf(listed, sending);
        return [<EntryItem key={entry.key} entry={entry} sending={sending} />, ...noticesAfter(index + 1)];
      })}
    </ol>
  );
}

function NoticeEntry({ listed, sending }: { listed: ListedNotice; sending: string | undefined }) {
  const { sent } = listed;
  return (
    <li className="flex flex-col gap-1 border-l-4 border-edge py-1 pl-3 wrap-anywhere">
      <EntryNoticeWords listed={listed} sending={sending} />
      {sent && <EntryNoticeActions listed={{ ...listed, sent }} />}
    </li>
  );
}

function entryOf(
  { event, photos, photosToCome, unsent, unsentPhotos }: ListedEvent,
  sending: string | undefined,
): Entry {
  return {
    ...event,
    key: event.created_with ?? event.id,
    title: <EventTitle event={event} />,
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
