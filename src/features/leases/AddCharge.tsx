import {
  LEASE_CHARGE_KINDS,
  LEASE_CHARGE_TYPES,
  type Lease,
  type LeaseChargeKind,
} from '../../../contract/leases/lease.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { parseAmount, parseNumber } from '../../../contract/values/parseNumber.ts';
import { Select } from '../../ui/forms/Select.tsx';
import { MonthSelect } from '../../subjects/leases/newLease/MonthSelect.tsx';

interface AddChargeProps {
  lease: Lease;
  onDone: (message: string) => void;
  onClose: () => void;
}

interface Typed {
  kind: LeaseChargeKind;
  description: string;
  amount: string;
  due_day: string;
  from_month: string;
}

/** Adds a charge of each month to a lease. */
export function AddCharge({ lease, onDone, onClose }: AddChargeProps) {
  const hasRent = lease.charges.some(({ kind }) => kind === 'rent');
  const initial: Typed = {
    kind: hasRent ? 'parking' : 'rent',
    description: '',
    amount: '',
    due_day: String(lease.charges[0]?.due_day ?? 1),
    from_month: addMonths(monthOf(isoDay()), 1),
  };
  const form = useOnlineForm({
    draft: `new-lease-charge-${lease.id}`,
    initial,
    route: 'addLeaseCharge',
    inputOf: ({ kind, description, amount, due_day, from_month }) => ({
      params: { id: String(lease.id) },
      body: {
        kind,
        description: kind === 'other' ? description : null,
        amount: parseAmount(amount),
        due_day: parseNumber(due_day),
        from_month,
      },
    }),
    failed: (message = 'The charge could not be added.') => message,
    onDone: () => onDone('The charge was added.'),
  });
  const { field, values } = form;
  return (
    <FormModal
      title="Add charge"
      submitLabel="Add charge"
      busyLabel="Adding..."
      form={form}
      subject={<p className="font-semibold wrap-anywhere">{unitLabel(lease)}</p>}
      onClose={onClose}
    >
      <Select label="Kind" required {...field('kind')}>
        {LEASE_CHARGE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {LEASE_CHARGE_TYPES[kind]}
          </option>
        ))}
      </Select>
      {values.kind === 'other' && (
        <Field label="What for" required autoComplete="off" {...field('description')} />
      )}
      <Field label="Amount" inputMode="decimal" autoComplete="off" required before="$" {...field('amount')} />
      <Field
        label="Due day"
        inputMode="numeric"
        autoComplete="off"
        required
        help="31 is the last day of any month."
        {...field('due_day')}
      />
      <MonthSelect
        label="First month charged"
        required
        shown={values.from_month}
        help="What has fallen due since is posted at once."
        {...field('from_month')}
      />
    </FormModal>
  );
}
