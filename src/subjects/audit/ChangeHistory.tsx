import { History } from 'lucide-react';
import { useState } from 'react';
import type { AuditSubject, AuditValue, AuditEntry } from '../../../contract/audit/audit.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { PersonName } from '../users/PersonLink.tsx';

/** The label of a field and, unless it is plain text, the text of its value. */
export type ChangeLabels = Record<string, { label: string; text?: (value: AuditValue) => string }>;

interface ChangesProps {
  subject: AuditSubject;
  /** The id of the record; without it all records of that kind, also deleted ones. */
  id?: number;
  labels: ChangeLabels;
  /** What the changes are called. */
  title?: string;
  /** The label of a record in a list of several records' changes, from its recorded fields. */
  nameOf?: (entry: AuditEntry) => string;
  /** What the author did, in a sentence without them; undefined where it is told by field. */
  textOf?: (entry: AuditEntry) => string | undefined;
}

/** The changes of a record with their authors, for managers. They are loaded when it is unfolded. */
export function ChangeHistory({ title = 'Changes', ...props }: ChangesProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="rounded-card border border-line bg-surface"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-card px-4 font-semibold">
        <History aria-hidden className="size-5 text-muted" />
        {title}
      </summary>
      {open && (
        <div className="border-t border-line px-4 py-3">
          <Entries {...props} />
        </div>
      )}
    </details>
  );
}

function Entries({ subject, id, labels, nameOf, textOf }: Omit<ChangesProps, 'title'>) {
  const query = { subject, ...(id === undefined ? {} : { id: String(id) }) };
  const entries = useCachedQuery('listAudit', { query });
  return (
    <Loaded query={entries} failed="Unable to load the changes" loading={<Loading cards={1} />}>
      {(all) =>
        all.length > 0 ? (
          <ol role="list" className="flex flex-col gap-4">
            {all.map((entry) => {
              const text = textOf?.(entry);
              return (
                <li key={entry.id}>
                  <p className="wrap-anywhere">
                    <span className="font-semibold">
                      <PersonName id={entry.author_id}>{authorOf(entry)}</PersonName>
                    </span>{' '}
                    {text ?? `${entry.action} ${nameOf?.(entry) ?? 'this'}`}{' '}
                    <Time value={entry.at} format="dateTime" className="text-muted" />
                  </p>
                  {text === undefined && <ChangedFields entry={entry} labels={labels} />}
                </li>
              );
            })}
          </ol>
        ) : (
          <p className="text-muted">No changes were recorded.</p>
        )
      }
    </Loaded>
  );
}

function ChangedFields({ entry, labels }: { entry: AuditEntry; labels: ChangeLabels }) {
  const changes = Object.entries(entry.changes);
  if (changes.length === 0) return <></>;
  return (
    <ul role="list" className="mt-1 text-sm text-muted">
      {changes.map(([field, { before, after }]) => {
        const { label, text = String } = labels[field] ?? { label: field };
        const valueText = (value: AuditValue) => (value === null || value === '' ? 'nothing' : text(value));
        return (
          <li key={field} className="wrap-anywhere">
            {label}: {before === null ? valueText(after) : `${valueText(before)} → ${valueText(after)}`}
          </li>
        );
      })}
    </ul>
  );
}

function authorOf({ first_name, last_name }: AuditEntry): string {
  return first_name === null ? 'Someone at the server' : `${first_name} ${last_name ?? ''}`.trim();
}
