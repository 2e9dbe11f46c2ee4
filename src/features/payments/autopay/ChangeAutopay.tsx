import { paidLeases } from '../../../../contract/payments/autopaySchedule.ts';
import type { Autopay } from '../../../../contract/payments/autopay.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { AutopayFields, autopayInput, RENT_DAY } from './AutopayFields.tsx';

interface ChangeAutopayProps {
  autopay: Autopay;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** Changes the day and the limit. */
export function ChangeAutopay({ autopay, onChanged, onClose }: ChangeAutopayProps) {
  const { data: leases = [] } = useCachedQuery('listMyLeases', {});
  const form = useOnlineForm({
    draft: 'change-autopay',
    initial: {
      charge_day: autopay.charge_day === null ? RENT_DAY : String(autopay.charge_day),
      max_amount: String(autopay.max_amount ?? ''),
    },
    route: 'updateAutopay',
    inputOf: (typed) => ({ body: autopayInput(typed) }),
    failed: (message = 'Autopay could not be changed. Please try again later.') => message,
    onDone: onChanged,
  });
  return (
    <FormModal
      title="Change day or limit"
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      subject={<p className="text-muted">A changed day counts from tomorrow on.</p>}
      onClose={onClose}
    >
      <AutopayFields
        {...form}
        autopay={autopay}
        leases={leases}
        hasLease={autopay.charge_day === null || paidLeases(leases).some(({ charges }) => charges.length > 0)}
      />
    </FormModal>
  );
}
