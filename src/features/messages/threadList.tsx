import type { ListedThread } from '../../offline/subjects/conversations/threadList.ts';
import { lastText, standingText, unreadText } from '../../subjects/messages/threadTexts.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import type { Chip, ListColumn } from '../../ui/lists/listOptions.ts';
import type { Summary } from '../../ui/lists/ListRow.tsx';

export const rowKey = ({ uuid }: ListedThread) => uuid;
const placeOf = ({ uuid }: ListedThread) => `/admin/messages/${uuid}`;
const isWaiting = ({ state }: ListedThread) => state === 'waiting';

export const CHIPS: readonly Chip<ListedThread>[] = [
  { value: 'waiting', label: 'Waiting', has: isWaiting },
  { value: 'answered', label: 'Answered', has: (row) => !isWaiting(row) },
  { value: 'all', label: 'All', has: () => true },
];

/** All that a row shows. */
export function textsOf(row: ListedThread) {
  const { about, subject, last_text } = row;
  return [about, subject, last_text, standingText(row), lastText(row)];
}

export function emptyText(rows: readonly ListedThread[], searched: boolean): string {
  if (rows.length === 0) {
    return 'Nobody has written yet. To write to somebody, open the page of the person or the home.';
  }
  return searched ? 'No conversation matches your search.' : 'No conversation is so.';
}

/** What stands beside the name: what is new, and what is unsent. */
function Badges({ row }: { row: ListedThread }) {
  const { unread, unsent } = row;
  return (
    <>
      {unread > 0 && <Badge tone="amber">{unreadText(unread)}</Badge>}{' '}
      {unsent.length > 0 && <Badge tone="info">Unsent</Badge>}
    </>
  );
}

/** A conversation where there is no room for columns. */
export function summaryOf(row: ListedThread): Summary {
  return {
    to: placeOf(row),
    name: row.about,
    place: <span className="line-clamp-2">{row.last_text}</span>,
    figure: <Badges row={row} />,
    note: isWaiting(row) ? standingText(row) : lastText(row),
  };
}

export const COLUMNS: ListColumn<ListedThread>[] = [
  {
    key: 'with',
    header: 'With',
    card: 'title',
    width: 'w-[22%]',
    sort: ({ about }) => about,
    cell: ({ about, user_id, unit_id }) =>
      user_id === null ? (
        <HomeLink unit={unit_id}>{about}</HomeLink>
      ) : (
        <PersonLink id={user_id}>{about}</PersonLink>
      ),
  },
  {
    key: 'words',
    header: 'Last message',
    sort: ({ last_text }) => last_text,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate">
          <TextLink to={placeOf(row)}>{row.last_text}</TextLink>
        </span>
        <Badges row={row} />
      </span>
    ),
  },
  {
    key: 'when',
    header: 'When',
    width: 'w-32',
    sort: ({ last_at }) => Date.parse(last_at),
    cell: lastText,
  },
  {
    key: 'state',
    header: 'State',
    width: 'w-52',
    sort: ({ waiting_since }) => (waiting_since === null ? null : Date.parse(waiting_since)),
    cell: (row) => <Badge tone={isWaiting(row) ? 'amber' : 'success'}>{standingText(row)}</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    card: 'actions',
    width: 'w-27',
    cell: (row) => (
      <ButtonLink variant="quiet" aria-label={`Open the conversation with ${row.about}`} to={placeOf(row)}>
        Open
      </ButtonLink>
    ),
  },
];
