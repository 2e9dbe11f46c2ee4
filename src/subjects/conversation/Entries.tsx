import type { ReactNode } from 'react';
import { stateOf } from '../../offline/engine/outbox/itemState.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { PersonName } from '../users/PersonLink.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';

interface SaidBy {
  by_management: boolean;
  first_name: string | null;
  last_name: string | null;
  /** Whose page the name leads to, for management. */
  author_id?: number | null | undefined;
}

/** One thing that was said or done. */
export interface Entry extends SaidBy {
  key: string | number;
  /** What was done; undefined of words alone. */
  title?: ReactNode;
  text: string | null;
  /** ISO 8601. */
  acted_at: string;
  /** Whether management alone sees it. */
  hidden?: boolean;
  unsent?: OutboxItem | undefined;
  /** Beside the title: what else of it is unsent. */
  badges?: ReactNode;
  /** Below the words. */
  below?: ReactNode;
}

interface EntriesProps {
  /** The accessible name of the list. */
  label: string;
  entries: readonly Entry[];
  /** The id of the item that is being sent. */
  sending: string | undefined;
}

/** What was said and done between residents and management, the first above. */
export function Entries({ label, entries, sending }: EntriesProps) {
  return (
    <ol role="list" aria-label={label} className="flex flex-col gap-3">
      {entries.map((entry) => (
        <EntryItem key={entry.key} entry={entry} sending={sending} />
      ))}
    </ol>
  );
}

interface EntryItemProps {
  entry: Entry;
  /** The id of the item that is being sent. */
  sending: string | undefined;
}

/** One thing that was said or done, in a list of them. */
export function EntryItem({ entry, sending }: EntryItemProps) {
  return (
    <li
      className={joinClasses(
        'flex flex-col gap-1 border-l-4 py-1 pl-3 wrap-anywhere',
        entry.hidden ? 'border-warning' : entry.by_management ? 'border-edge' : 'border-accent',
      )}
    >
      {(entry.title !== undefined || entry.unsent) && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {entry.title !== undefined && <span className="font-semibold">{entry.title}</span>}
          {entry.unsent && (
            <UnsentBadge
              needsAttention={entry.unsent.refusal !== undefined}
              words={stateOf(entry.unsent, sending)}
            />
          )}
          {entry.badges}
        </p>
      )}
      {entry.text && <p className="whitespace-pre-wrap">{entry.text}</p>}
      {entry.below}
      <p className="text-sm text-muted">
        {entry.unsent ? 'You' : <Author of={entry} />}, <Time value={entry.acted_at} format="dateTime" />
      </p>
    </li>
  );
}

function Author({ of: { first_name, last_name, by_management, author_id } }: { of: SaidBy }) {
  if (first_name === null) return by_management ? 'Management' : 'A former resident';
  return <PersonName id={author_id}>{`${first_name} ${last_name ?? ''}`.trim()}</PersonName>;
}
