import { useState } from 'react';
import type { Input } from '../../../../contract/http/route.ts';
import { LONGEST_WORDS } from '../../../../contract/maintenance/requestEvents.ts';
import type { Routes } from '../../../../contract/routes.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { StoredPhoto } from '../../../offline/engine/storedRecords.ts';
import { useUser } from '../../../session/session.tsx';
import { PhotoPicker } from '../../../subjects/photos/PhotoPicker.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Checkbox } from '../../../ui/forms/Checkbox.tsx';
import { FormNotices } from '../../../ui/forms/FormNotices.tsx';
import { TextArea } from '../../../ui/forms/TextArea.tsx';

export type EventBody = Input<Routes['addRequestEvent']>['body'];

interface ReplyFormProps {
  /** The request's id. */
  request: number;
  onSubmit: (body: EventBody, draft: DraftVersion, photos: StoredPhoto[]) => Promise<void>;
}

interface Typed {
  text: string;
  note: boolean;
}

const bodyOf = ({ text, note }: Typed): EventBody => ({ kind: note ? 'note' : 'reply', text });

/** What somebody writes about a request; what is typed is kept on this device. */
export function ReplyForm({ request, onSubmit }: ReplyFormProps) {
  const { is_manager } = useUser();
  const [reading, setReading] = useState(false);
  const form = useQueuedForm<Typed>({
    draft: `request-reply-${request}`,
    initial: { text: '', note: false },
    route: 'addRequestEvent',
    bodyOf,
    onSubmit: ({ text, note }, photos, draft) => onSubmit(bodyOf({ text: text.trim(), note }), draft, photos),
  });
  if (!form.ready) return <></>;
  const { note } = form.values;
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-3">
      <FormNotices form={form} />
      <TextArea
        label={note ? 'Note' : 'Reply'}
        required
        rows={3}
        maxLength={LONGEST_WORDS}
        {...form.field('text')}
      />
      <PhotoPicker
        photos={form.photos}
        onChange={form.draft.setPhotos}
        onReading={setReading}
        of={note ? 'A note' : 'A reply'}
      />
      {is_manager && <Checkbox label="Only management sees it" {...form.field('note')} />}
      <div>
        <Button
          type="submit"
          variant="secondary"
          busy={form.busy || reading}
          busyLabel={reading ? 'Reading photos...' : 'Sending...'}
        >
          {note ? 'Save Note' : 'Send Reply'}
        </Button>
      </div>
    </form>
  );
}
