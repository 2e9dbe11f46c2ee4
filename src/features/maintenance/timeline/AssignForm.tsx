import { fullNameOf } from '../../../../contract/users/user.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import { useManagers } from '../../../subjects/users/useManagers.ts';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import type { EventFormProps } from './eventFormProps.ts';
import type { EventBody } from './ReplyForm.tsx';

interface Typed {
  /** A manager's id, or `vendor`. */
  assignee_id: string;
  vendor: string;
  vendor_phone: string;
}

const VENDOR = 'vendor';
const bodyOf = ({ assignee_id, vendor, vendor_phone }: Typed): EventBody =>
  assignee_id === VENDOR || assignee_id === ''
    ? { kind: 'assigned', vendor, vendor_phone }
    : { kind: 'assigned', assignee_id: Number(assignee_id) };

/** Who does the work: a manager, or a vendor by name and phone. */
export function AssignForm({
  request,
  onSubmit,
  onCancel,
  onClose,
}: Omit<EventFormProps, 'onSubmit'> & {
  onSubmit: (body: EventBody, draft: DraftVersion, assignee: string) => Promise<void>;
}) {
  const managers = useManagers();
  const form = useQueuedForm<Typed>({
    draft: `request-assigned-${request}`,
    initial: { assignee_id: '', vendor: '', vendor_phone: '' },
    route: 'addRequestEvent',
    bodyOf,
    check: ({ assignee_id }): Record<string, string> =>
      assignee_id === '' ? { assignee_id: 'Please choose who does it.' } : {},
    onSubmit: (typed, _photos, draft) => {
      const manager = managers.find(({ id }) => String(id) === typed.assignee_id);
      return onSubmit(bodyOf(typed), draft, manager ? fullNameOf(manager) : typed.vendor.trim());
    },
  });
  const { assignee_id } = form.values;
  return (
    <FormModal
      title="Assign the Request"
      submitLabel="Assign"
      busyLabel="Saving..."
      form={form}
      onCancel={onCancel}
      onClose={onClose}
    >
      <Select label="Who does it" required {...form.field('assignee_id')}>
        <option value="">Please choose</option>
        {managers.map((manager) => (
          <option key={manager.id} value={manager.id}>
            {fullNameOf(manager)}
          </option>
        ))}
        <option value={VENDOR}>A vendor</option>
      </Select>
      {assignee_id === VENDOR && (
        <>
          <Field label="Vendor" required maxLength={100} {...form.field('vendor')} />
          <Field label="Phone (optional)" type="tel" {...form.field('vendor_phone')} />
        </>
      )}
    </FormModal>
  );
}
