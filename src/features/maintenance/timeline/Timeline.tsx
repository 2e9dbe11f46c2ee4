import type { RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import { stateOf } from '../../../offline/engine/outbox/itemState.ts';
import type { ListedEvent } from '../../../offline/subjects/maintenance/requestEvents.ts';
import { Time } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { joinClasses } from '../../../ui/layout/joinClasses.ts';
import type { ListedNotice } from '../../../offline/subjects/entryNotices.ts';
import { EntryNoticeActions } from '../../../subjects/entryNotices/EntryNoticeActions.tsx';
import { EntryNoticeWords } from '../../../subjects/entryNotices/EntryNoticeWords.tsx';
import { titleOf } from './eventTitles.ts';

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
  const inOrder = [...notices].sort((a, b) => a.notice.given_at.localeCompare(b.notice.given_at));
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
      {events.flatMap(({ event, unsent }, index) => [
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
          </p>
          {/* The report's words stand above the timeline. */}
          {event.text && event.kind !== 'reported' && <p className="whitespace-pre-wrap">{event.text}</p>}
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
        </li>,
        ...noticesAfter(index + 1),
      ])}
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

function authorOf({ first_name, last_name, by_management }: RequestEvent): string {
  if (first_name !== null) return `${first_name} ${last_name ?? ''}`.trim();
  return by_management ? 'Management' : 'A former resident';
}
