import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { SUGGESTION_DRAFT } from './useBoard.ts';

interface Typed {
  announcement: string;
}

interface SuggestModalProps {
  /** An unsent suggestion that is to be said in other words; none for a new one. */
  item?: OutboxItem | undefined;
  onSubmit: (announcement: string) => Promise<void>;
  onClose: () => void;
}

export function textOf(item: OutboxItem): string {
  return (item.input.body as Typed).announcement;
}

const UNKNOWN = 'An error occurred.';

/** The suggestion modal. What is typed stays on this device until it is submitted or started over. */
export function SuggestModal({ item, onSubmit, onClose }: SuggestModalProps) {
  const form = useQueuedForm<Typed>({
    draft: item ? `edit-${item.record}` : SUGGESTION_DRAFT,
    initial: { announcement: item ? textOf(item) : '' },
    route: 'submitAnnouncement',
    failed: UNKNOWN,
    onSubmit: async ({ announcement }) => {
      await onSubmit(announcement);
      if (item) await form.startOver();
    },
  });
  // Read anew each time, as the refusal may reach this screen after the form has opened.
  const refusal = item?.refusal && !form.busy ? item.refusal.failure.message || UNKNOWN : undefined;
  return (
    <FormModal
      title="Suggest an Announcement"
      submitLabel="Submit for Review"
      busyLabel="Submitting..."
      form={{ ...form, problem: form.problem ?? refusal }}
      onClose={onClose}
    >
      <TextArea
        label="Message"
        help="Management reads it before it is shared. You can write it with or without a signal."
        required
        rows={6}
        {...form.field('announcement')}
      />
    </FormModal>
  );
}
