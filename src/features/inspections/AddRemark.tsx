import type { Inspection } from '../../../contract/inspections/inspection.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { Change } from '../../offline/engine/outbox/outbox.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

interface AddRemarkProps {
  inspection: Inspection;
  onSubmit: (change: Change<'addInspectionRemark'>) => Promise<void>;
  onClose: () => void;
}

/** The dialog of a tenant's remark, which is written with or without a connection. */
export function AddRemark({ inspection, onSubmit, onClose }: AddRemarkProps) {
  const { id, kind } = inspection;
  const form = useQueuedForm({
    draft: `inspection-remark-${id}`,
    initial: { text: '' },
    route: 'addInspectionRemark',
    onSubmit: ({ text }, _photos, draft) =>
      onSubmit({
        ...{ route: 'addInspectionRemark', input: { params: { id }, body: { text } } },
        ...{ shown: { home: unitLabel(inspection), kind }, draft },
      }),
  });
  return (
    <FormModal
      title="Remark on the inspection"
      submitLabel="Add Remark"
      busyLabel="Adding..."
      form={form}
      onClose={onClose}
    >
      <TextArea
        label="Remark"
        help="What you see differently. Management reads it, and it stays with the inspection as it is."
        required
        rows={5}
        {...form.field('text')}
      />
    </FormModal>
  );
}
