import { LONGEST_MESSAGE } from '../../../contract/messages/message.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { DraftVersion } from '../../offline/engine/drafts.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

interface ReplyFormProps {
  /** The UUID of the conversation. */
  uuid: string;
  onSubmit: (text: string, draft: DraftVersion) => Promise<void>;
}

/** What somebody writes in a conversation; what is typed is kept on this device. */
export function ReplyForm({ uuid, onSubmit }: ReplyFormProps) {
  const form = useQueuedForm({
    draft: `message-${uuid}`,
    initial: { text: '' },
    route: 'addMessage',
    onSubmit: ({ text }, _photos, draft) => onSubmit(text.trim(), draft),
  });
  if (!form.ready) return <></>;
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-3">
      <FormNotices form={form} />
      <TextArea label="Message" required rows={4} maxLength={LONGEST_MESSAGE} {...form.field('text')} />
      <div>
        <Button type="submit" busy={form.busy} busyLabel="Sending...">
          Send Message
        </Button>
      </div>
    </form>
  );
}
