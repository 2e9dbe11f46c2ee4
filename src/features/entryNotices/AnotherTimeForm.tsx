import { LONGEST_ENTRY_WORDS, type EntryNotice } from '../../../contract/entryNotices/entryNotice.ts';
import { entryTimeText } from '../../../contract/entryNotices/entryText.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

interface AnotherTimeFormProps {
  notice: EntryNotice;
  /** Called with the id of what was queued. */
  onDone: (id: string) => void;
  onClose: () => void;
}

/** Asks management for another time than that of a notice, with or without a connection. */
export function AnotherTimeForm({ notice, onDone, onClose }: AnotherTimeFormProps) {
  const outbox = useOutbox();
  const bodyOf = ({ text }: { text: string }) => ({ answer: 'another_time' as const, text });
  const form = useQueuedForm({
    draft: `entry-answer-${notice.id}`,
    initial: { text: '' },
    route: 'answerEntryNotice',
    bodyOf,
    onSubmit: async (typed, _photos, draft) =>
      onDone(
        await outbox.submit({
          route: 'answerEntryNotice',
          input: { params: { id: String(notice.id) }, body: bodyOf(typed) },
          ...{ shown: { time: entryTimeText(notice) }, draft },
        }),
      ),
  });
  return (
    <FormModal
      title="Ask for Another Time"
      submitLabel="Send Answer"
      busyLabel="Sending..."
      form={form}
      onClose={onClose}
    >
      <p>Management wants to enter on {entryTimeText(notice)}.</p>
      <TextArea
        label="Which time suits you"
        required
        rows={4}
        maxLength={LONGEST_ENTRY_WORDS}
        {...form.field('text')}
      />
    </FormModal>
  );
}
