import type { Lease } from '../../../contract/leases/lease.ts';
import { parseOptionalAmount } from '../../../contract/values/parseNumber.ts';
import { PAYMENT_POLICIES } from '../../../contract/leases/paymentPolicy.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { POLICY_NAMES } from './leaseTexts.ts';
import { ProrationSelect } from '../../subjects/leases/newLease/ProrationSelect.tsx';
import { RequiredDeposit } from '../../subjects/leases/newLease/RequiredDeposit.tsx';

interface ChangeTermsProps {
  lease: Lease;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Changes what a lease lets its tenants pay, and how parts of months are charged. */
export function ChangeTerms({ lease, onDone, onClose }: ChangeTermsProps) {
  const form = useOnlineForm({
    draft: `lease-terms-${lease.id}`,
    initial: {
      payment_policy: lease.payment_policy,
      proration: lease.proration,
      deposit_required: lease.deposit_required?.toFixed(2) ?? '',
    },
    route: 'updateLease',
    inputOf: ({ deposit_required, ...body }) => ({
      params: { id: String(lease.id) },
      body: { ...body, deposit_required: parseOptionalAmount(deposit_required) },
    }),
    failed: (message = 'The lease could not be changed.') => message,
    onDone: () => onDone('The lease was changed.'),
  });
  const { field, values } = form;
  return (
    <FormModal
      title="Change terms"
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      subject={<p className="font-semibold wrap-anywhere">{unitLabel(lease)}</p>}
      onClose={onClose}
    >
      <Select
        label="Payments"
        required
        help={
          values.payment_policy === 'nothing'
            ? 'Neither by card nor recorded here, as during an eviction. No late fee is charged meanwhile.'
            : 'What the tenant may pay by card at once. You can record any payment.'
        }
        {...field('payment_policy')}
      >
        {PAYMENT_POLICIES.map((policy) => (
          <option key={policy} value={policy}>
            {POLICY_NAMES[policy]}
          </option>
        ))}
      </Select>
      <ProrationSelect required {...field('proration')} />
      <RequiredDeposit form={{ field }} />
    </FormModal>
  );
}
