import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { Change } from '../../offline/engine/outbox/outbox.ts';
import type { NoteSubject } from '../../offline/subjects/notes.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

interface AddNoteProps {
  of: NoteSubject;
  name: string;
  onSubmit: (change: Change<'addNote'>) => Promise<void>;
  onClose: () => void;
}

/** The dialog of a new note, which is written with or without a connection. */
export function AddNote({ of, name, onSubmit, onClose }: AddNoteProps) {
  const about = of.unit === undefined ? { user_id: of.user } : { unit_id: of.unit };
  const form = useQueuedForm({
    draft: of.unit === undefined ? `note-user-${of.user}` : `note-unit-${of.unit}`,
    initial: { text: '' },
    route: 'addNote',
    bodyOf: ({ text }) => ({ ...about, text }),
    onSubmit: ({ text }, _photos, draft) =>
      onSubmit({
        route: 'addNote',
        input: { body: { ...about, text: text.trim() } },
        shown: { about: name },
        draft,
      }),
  });
  return (
    <FormModal
      title={`Note on ${name}`}
      submitLabel="Save Note"
      busyLabel="Saving..."
      form={form}
      onClose={onClose}
    >
      <TextArea
        label="Note"
        help="Only managers see it. A note stays as it is: what has changed is a new one."
        required
        rows={5}
        {...form.field('text')}
      />
    </FormModal>
  );
}
