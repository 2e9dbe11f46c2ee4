import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { Change } from '../../offline/engine/outbox/outbox.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

interface AddressFormProps {
  lease: number;
  home: string;
  address: string;
  onSubmit: (change: Change<'setForwardingAddress'>) => Promise<void>;
  onClose: () => void;
}

/** The dialog that says where the statement of the deposit goes, with or without a connection. */
export function AddressForm({ lease, home, address, onSubmit, onClose }: AddressFormProps) {
  const form = useQueuedForm({
    draft: `forwarding-address-${lease}`,
    initial: { forwarding_address: address },
    route: 'setForwardingAddress',
    bodyOf: (typed) => typed,
    onSubmit: ({ forwarding_address }, _photos, draft) =>
      onSubmit({
        route: 'setForwardingAddress',
        input: { params: { id: String(lease) }, body: { forwarding_address } },
        ...{ shown: { home }, record: `move:${lease}`, draft },
      }),
  });
  return (
    <FormModal
      title="Forwarding address"
      submitLabel="Save Address"
      busyLabel="Saving..."
      form={form}
      onClose={onClose}
    >
      <TextArea
        label="Address"
        help="The statement of the deposit goes there after moving out."
        rows={3}
        {...form.field('forwarding_address')}
      />
    </FormModal>
  );
}
