import { LONGEST_MESSAGE } from '../../../contract/messages/message.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import { discardDraft } from '../../offline/engine/drafts.ts';
import type { MessageItem } from '../../offline/subjects/conversations/threadList.ts';
import { useUser } from '../../session/session.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

interface EditMessageProps {
  item: MessageItem;
  onSave: (item: MessageItem, text: string) => Promise<void>;
  onClose: () => void;
}

/** The dialog that changes a message which is not sent yet. */
export function EditMessage({ item, onSave, onClose }: EditMessageProps) {
  const user = useUser();
  const form = useQueuedForm({
    draft: `edit-message-${item.id}`,
    initial: { text: item.input.body.text ?? '' },
    route: 'addMessage',
    onSubmit: async ({ text }, _photos, draft) => {
      await onSave(item, text.trim());
      await discardDraft(user.id, draft);
      onClose();
    },
  });
  return (
    <FormModal title="Edit Message" submitLabel="Save" busyLabel="Saving..." form={form} onClose={onClose}>
      <TextArea label="Message" required rows={6} maxLength={LONGEST_MESSAGE} {...form.field('text')} />
    </FormModal>
  );
}
