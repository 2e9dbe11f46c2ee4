import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import type { DraftVersion } from '../../offline/engine/drafts.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { SUGGESTION_DRAFT } from './useBoard.ts';

interface Typed {
  announcement: string;
}

interface SuggestModalProps {
  /** The name of the draft to go on with; the latest one by default. */
  draft?: string | undefined;
  /** The unsent suggestion to edit; undefined for a new one. */
  item?: OutboxItem | undefined;
  onSubmit: (announcement: string, draft: DraftVersion) => Promise<void>;
  onClose: () => void;
}

export function textOf(item: OutboxItem): string {
  return (item.input.body as Typed).announcement;
}

const UNKNOWN = 'An error occurred.';

/** The dialog of a suggestion. Its draft is stored on this device until it is submitted or discarded. */
export function SuggestModal({ draft, item, onSubmit, onClose }: SuggestModalProps) {
  const form = useQueuedForm<Typed>({
    draft: item ? `edit-${item.record}` : SUGGESTION_DRAFT,
    several: !item,
    chosen: draft,
    initial: { announcement: item ? textOf(item) : '' },
    route: 'submitAnnouncement',
    failed: UNKNOWN,
    onSubmit: async ({ announcement }, _photos, written) => {
      await onSubmit(announcement, written);
      if (item) await form.startOver();
    },
  });
  // Read at each render, since the refusal may arrive after the dialog was opened.
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
