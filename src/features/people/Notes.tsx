import type { Note } from '../../../contract/notes/note.ts';
import { useQueuedNotice } from '../../forms/useQueuedNotice.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { withoutQueued } from '../../offline/engine/outbox/itemState.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import type { NoteSubject } from '../../offline/subjects/notes.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { reachedText } from '../../subjects/reminders/reachedText.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { AddNote } from './AddNote.tsx';

interface NotesProps {
  of: NoteSubject;
  /** The name of the person or the home. */
  name: string;
}

/** What management noted on a person or a home, sent or not, the newest first. */
export function Notes({ of, name }: NotesProps) {
  const query = of.unit === undefined ? { user: String(of.user) } : { unit: String(of.unit) };
  const notes = useCachedQuery('listNotes', { query });
  const { items = [], submit } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { address, open, close } = useDialogAddress();
  const unsent = items.filter((item) => item.route === 'addNote').filter((item) => isOf(item, of));
  return (
    <Card
      title="Notes"
      action={
        <Button variant="secondary" onClick={() => open({ note: '1' })}>
          Add Note
        </Button>
      }
    >
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <ul role="list" className="flex flex-col gap-4 empty:hidden">
        {unsent.toReversed().map((item) => (
          <li key={item.id}>
            <Words>{item.input.body.text}</Words>
            <UnsentBadge
              needsAttention={item.refusal !== undefined}
              words={item.refusal ? 'Needs attention' : 'Unsent'}
            />
          </li>
        ))}
      </ul>
      <Loaded query={notes} failed="Unable to load the notes" loading={<p>Loading...</p>}>
        {(all) => <Sent notes={withoutQueued(all, items)} none={unsent.length === 0} />}
      </Loaded>
      {address.has('note') && (
        <AddNote
          of={of}
          name={name}
          onSubmit={async (change) => {
            const id = await submit(change);
            close();
            void follow(id, { sent: 'The note was saved.', refused: (reason) => reason });
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

function isOf({ input }: OutboxItem<'addNote'>, { user, unit }: NoteSubject): boolean {
  const { user_id, unit_id } = input.body;
  return unit === undefined ? user_id === user : unit_id === unit;
}

function Sent({ notes, none }: { notes: readonly Note[]; none: boolean }) {
  if (notes.length === 0) {
    return none && <p className="text-muted">Nothing is noted yet. Only managers see notes.</p>;
  }
  return (
    <ul role="list" className="flex flex-col gap-4">
      {notes.map(({ id, text, reached, created_at, first_name, last_name }) => (
        <li key={id}>
          {reached && (
            <p className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
              <Badge tone="amber">Reminded</Badge>
              {reachedText(reached)}
            </p>
          )}
          <Words>{text}</Words>
          <p className="text-sm text-muted">
            {first_name === null ? 'A former manager' : `${first_name} ${last_name ?? ''}`},{' '}
            <Time value={created_at} format="dateTime" />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Words({ children }: { children: string }) {
  return <p className="wrap-anywhere whitespace-pre-wrap">{children}</p>;
}
