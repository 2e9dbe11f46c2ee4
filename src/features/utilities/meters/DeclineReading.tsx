import type { SentReading } from '../../../../contract/utilities/sentReadings.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { Change } from '../../../offline/engine/outbox/outbox.ts';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { TextArea } from '../../../ui/forms/TextArea.tsx';

interface DeclineReadingProps {
  reading: SentReading;
  /** The meter with its home, and what was read. */
  name: string;
  onSubmit: (change: Change<'answerSentReading'>) => Promise<void>;
  onClose: () => void;
}

/** Declines what a resident read at a meter, who is asked again. */
export function DeclineReading({ reading, name, onSubmit, onClose }: DeclineReadingProps) {
  const bodyOf = ({ reason }: { reason: string }) => ({
    approved: false,
    ...(reason.trim() ? { reason: reason.trim() } : {}),
  });
  const form = useQueuedForm({
    draft: `decline-reading-${reading.id}`,
    initial: { reason: '' },
    route: 'answerSentReading',
    bodyOf,
    onSubmit: (typed, _photos, draft) =>
      onSubmit({
        route: 'answerSentReading',
        input: { params: { id: String(reading.id) }, body: bodyOf(typed) },
        shown: { reading: name },
        draft,
      }),
  });
  return (
    <FormModal
      title="Decline a reading"
      submitLabel="Decline"
      busyLabel="Declining..."
      form={form}
      onClose={onClose}
    >
      <p className="wrap-anywhere text-muted">{name}</p>
      <TextArea
        label="Reason (optional)"
        help="The resident reads it, and is asked again."
        rows={3}
        {...form.field('reason')}
      />
    </FormModal>
  );
}
