import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { TextArea } from '../../../ui/forms/TextArea.tsx';
import type { EventFormProps } from './eventFormProps.ts';
import type { EventBody } from './ReplyForm.tsx';

interface Typed {
  visit_on: string;
  visit_from: string;
  visit_to: string;
  visitor: string;
  text: string;
}

const bodyOf = (typed: Typed): EventBody => ({ kind: 'scheduled', ...typed });

/** When somebody comes, and who. */
export function ScheduleForm({ request, assignee, onSubmit, onCancel, onClose }: EventFormProps) {
  const form = useQueuedForm<Typed>({
    draft: `request-scheduled-${request}`,
    initial: { visit_on: '', visit_from: '', visit_to: '', visitor: assignee ?? '', text: '' },
    route: 'addRequestEvent',
    bodyOf,
    check: ({ visit_on }): Record<string, string> =>
      visit_on !== '' && visit_on < isoDay() ? { visit_on: 'Please choose a day that is not past.' } : {},
    onSubmit: (typed, _photos, draft) => onSubmit(bodyOf(typed), draft),
  });
  return (
    <FormModal
      title="Schedule a Visit"
      submitLabel="Schedule Visit"
      busyLabel="Saving..."
      form={form}
      onCancel={onCancel}
      onClose={onClose}
    >
      <Field label="Day" type="date" required min={isoDay()} {...form.field('visit_on')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="From (optional)" type="time" {...form.field('visit_from')} />
        <Field label="To (optional)" type="time" {...form.field('visit_to')} />
      </div>
      <Field label="Who comes (optional)" maxLength={100} {...form.field('visitor')} />
      <TextArea label="Words for the resident (optional)" rows={3} {...form.field('text')} />
    </FormModal>
  );
}
