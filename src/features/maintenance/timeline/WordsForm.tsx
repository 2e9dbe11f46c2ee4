import { useState } from 'react';
import { LONGEST_WORDS } from '../../../../contract/maintenance/requestEvents.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import { PhotoPicker } from '../../../subjects/photos/PhotoPicker.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { TextArea } from '../../../ui/forms/TextArea.tsx';
import type { EventFormProps } from './eventFormProps.ts';
import type { EventBody } from './ReplyForm.tsx';

interface WordsFormProps extends EventFormProps {
  kind: 'done' | 'reopened';
}

const TEXTS = {
  done: { title: 'Complete with a Note', label: 'What was done (optional)', submit: 'Complete Request' },
  reopened: { title: 'Still Not Fixed', label: 'What is still wrong (optional)', submit: 'Reopen Request' },
} as const;

/** Marks a request complete, or reopens it, with words. */
export function WordsForm({ kind, request, onSubmit, onCancel, onClose }: WordsFormProps) {
  const [reading, setReading] = useState(false);
  const bodyOf = ({ text }: { text: string }): EventBody => ({ kind, text });
  const form = useQueuedForm({
    draft: `request-${kind}-${request}`,
    initial: { text: '' },
    route: 'addRequestEvent',
    bodyOf,
    onSubmit: (typed, photos, draft) => onSubmit(bodyOf(typed), draft, photos),
  });
  const { title, label, submit } = TEXTS[kind];
  return (
    <FormModal
      title={title}
      submitLabel={submit}
      busyLabel={reading ? 'Reading photos...' : 'Saving...'}
      form={{ ...form, busy: form.busy || reading }}
      onCancel={onCancel}
      onClose={onClose}
    >
      <TextArea label={label} rows={4} maxLength={LONGEST_WORDS} {...form.field('text')} />
      <PhotoPicker
        photos={form.photos}
        onChange={form.draft.setPhotos}
        onReading={setReading}
        of={kind === 'done' ? 'A completion' : 'A reply'}
      />
    </FormModal>
  );
}
