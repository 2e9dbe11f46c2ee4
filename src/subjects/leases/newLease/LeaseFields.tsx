import { LEASE_CHARGE_TYPES, type NewLeaseCharge } from '../../../../contract/leases/lease.ts';
import type { NamedTenant } from '../../../offline/subjects/leases/leases.ts';
import type { OnlineForm } from '../../../forms/useOnlineForm.ts';
import { Field } from '../../../ui/forms/Field.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { FirstCharges } from './FirstCharges.tsx';
import { MonthSelect } from './MonthSelect.tsx';
import { NamedFields } from './NamedFields.tsx';
import { ProrationSelect } from './ProrationSelect.tsx';
import { RequiredDeposit } from './RequiredDeposit.tsx';
import { firstMonth, tenantKey, type TypedLease } from './typedLease.ts';

/** What a date field takes. */
const DAYS = { min: '2000-01-01', max: '2099-12-31' };

interface LeaseFieldsProps {
  form: Pick<OnlineForm<TypedLease>, 'field' | 'values' | 'set'>;
  /** Those of whom one is billed. */
  tenants: readonly NamedTenant[];
  /** What it charges beside rent. */
  also?: readonly Omit<NewLeaseCharge, 'from_month'>[];
}

/** Asks what a new lease says, but for its unit. */
export function LeaseFields({ form: { field, values, set }, tenants, also }: LeaseFieldsProps) {
  const { onChange: keepStarts, ...startsField } = field('starts');
  return (
    <>
      <Select
        label="Billed to"
        required
        help={tenants.length > 1 ? 'The others are on the lease too.' : undefined}
        {...field('billed')}
      >
        <option value="">--Select who is billed--</option>
        {tenants.map((tenant) => (
          <option key={tenantKey(tenant)} value={tenantKey(tenant)}>
            {tenant.name}
            {!('id' in tenant) && ' (unsent)'}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label="First day"
          type="date"
          required
          {...DAYS}
          {...startsField}
          onChange={async (event) => {
            await keepStarts(event);
            set({ from_month: firstMonth(event.target.value) });
          }}
        />
        <Field label="Last day" type="date" help="Blank: it goes on." {...DAYS} {...field('ends')} />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label={LEASE_CHARGE_TYPES.rent}
          inputMode="decimal"
          autoComplete="off"
          required
          before="$"
          help="Dollars a month"
          {...field('amount')}
        />
        <Field
          label="Due day"
          inputMode="numeric"
          autoComplete="off"
          required
          help="31 is the last day of any month."
          {...field('due_day')}
        />
      </div>
      <MonthSelect
        label="First month charged"
        required
        shown={values.from_month}
        help="What has fallen due since is posted at once."
        {...field('from_month')}
      />
      <ProrationSelect required {...field('proration')} />
      <RequiredDeposit form={{ field }} />
      <NamedFields form={{ field }} />
      <FirstCharges values={values} also={also} />
    </>
  );
}
