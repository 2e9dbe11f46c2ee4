import { LONGEST_MESSAGE } from '../../../contract/messages/message.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { DraftVersion } from '../../offline/engine/drafts.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { useUser } from '../../session/session.tsx';
import type { Recipient } from './useWriting.ts';

interface NewMessageProps {
  to: Recipient;
  onSubmit: (to: Recipient, text: string, draft: DraftVersion) => Promise<void>;
  onClose: () => void;
}

/** The dialog that starts a conversation, with or without a connection. */
export function NewMessage({ to, onSubmit, onClose }: NewMessageProps) {
  const { is_manager } = useUser();
  const { user_id, unit_id } = to;
  const whom = unit_id !== null ? `unit-${unit_id}` : user_id === null ? 'management' : `user-${user_id}`;
  const draft = `new-message-${whom}`;
  const form = useQueuedForm({
    draft,
    initial: { text: '' },
    route: 'addMessage',
    onSubmit: ({ text }, _photos, written) => onSubmit(to, text.trim(), written),
  });
  return (
    <FormModal
      title={is_manager ? `Message to ${to.about}` : 'Message to Management'}
      submitLabel="Send Message"
      busyLabel="Sending..."
      form={form}
      onClose={onClose}
    >
      <TextArea
        label="Message"
        help={helpTo(to, is_manager)}
        required
        rows={6}
        maxLength={LONGEST_MESSAGE}
        {...form.field('text')}
      />
    </FormModal>
  );
}

function helpTo({ unit_id }: Recipient, isManager: boolean): string {
  if (!isManager) return 'For something that is broken, report it under Maintenance instead.';
  return unit_id === null ? 'They alone read it.' : 'Everybody who lives there now reads it.';
}
