import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { LEASE_CHARGE_TYPES, type Lease } from '../../../contract/leases/lease.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { PRORATIONS, type Proration } from '../../../contract/leases/leaseSchedule.ts';
import { givenDay } from '../../../contract/values/text.ts';
import { unitLabel, type Unit } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormCard } from '../../ui/forms/FormCard.tsx';
import { parseAmount, parseNumber } from '../../../contract/values/parseNumber.ts';
import { Select } from '../../ui/forms/Select.tsx';
import { FirstCharges } from './detail/FirstCharges.tsx';
import { NamedFields } from './detail/NamedFields.tsx';
import { namesIn } from './detail/typedTenants.ts';
import { LEASES, leasePath } from './leaseTexts.ts';
import { dayAfter, lastDayOf, sorted } from './leasableUnits.ts';
import { MonthSelect } from './MonthSelect.tsx';
import { ProrationSelect } from './ProrationSelect.tsx';
import { TakenUnits, VacantUnits } from './TakenUnits.tsx';

/** As the fields have them. */
interface Typed {
  unit_id: string;
  billed: string;
  starts: string;
  ends: string;
  amount: string;
  due_day: string;
  from_month: string;
  proration: Proration;
  /** A name a line. */
  occupants: string;
  guarantors: string;
}

/** What a date field takes. */
const DAYS = { min: '2000-01-01', max: '2099-12-31' };
const GIVEN_DAY = givenDay('');

/** How the body names the form's fields. */
const NAMED = {
  tenant_ids: 'billed',
  'charges.0.amount': 'amount',
  'charges.0.due_day': 'due_day',
  'charges.0.from_month': 'from_month',
} as const;

interface LeaseFormProps {
  units: readonly Unit[];
  leases: readonly Lease[];
  /** The id of the unit that the form begins with, such as of a link. */
  unitId?: string | undefined;
}

/** Adds a lease of a unit that somebody lives in and that has no lease without an end, with its rent. */
export function LeaseForm({ units, leases, unitId }: LeaseFormProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const refreshAfterChange = useRefreshAfterChange();
  const { free, leased, vacant } = useMemo(() => sorted(units, leases), [units, leases]);
  const form = useOnlineForm({
    draft: unitId === undefined ? 'new-lease' : `new-lease-${unitId}`,
    initial: unitId === undefined ? blank() : { ...blank(), ...offerOf(unitId, isoDay(), free, leases) },
    route: 'createLease',
    inputOf: (typed) => ({ body: bodyOf(typed, units) }),
    named: NAMED,
    failed: (message = 'The lease could not be added.') => message,
    onFailed: toast.error,
    onDone: async (lease) => {
      await refreshAfterChange();
      toast.success(`The lease of ${unitLabel(lease)} was added.`);
      await navigate(leasePath(lease.id));
    },
  });
  const { field, values, set, startOver } = form;
  const chosen = units.find(({ id }) => String(id) === values.unit_id);
  const { onChange: keepUnit, ...unitField } = field('unit_id');
  const { onChange: keepStarts, ...startsField } = field('starts');

  return (
    <FormCard
      submitLabel="Add Lease"
      form={form}
      onCancel={() => void startOver().then(() => navigate(LEASES))}
    >
      <Select
        label="Unit"
        required
        {...unitField}
        onChange={async (event) => {
          await keepUnit(event);
          set(offerOf(event.target.value, values.starts, free, leases));
        }}
      >
        <option value="">--Select a Unit--</option>
        {free.map((unit) => (
          <option key={unit.id} value={unit.id}>
            {unitLabel(unit)}
          </option>
        ))}
        <TakenUnits label="Has a lease" units={leased} />
        <TakenUnits label="Nobody lives there" units={vacant} />
      </Select>
      {free.length === 0 && <Banner type="info">Every unit that somebody lives in has a lease.</Banner>}
      <VacantUnits count={vacant.length} />
      <Select
        label="Billed to"
        required
        help={chosen && chosen.tenant_info.length > 1 ? 'The others are on the lease too.' : undefined}
        {...field('billed')}
      >
        <option value="">--Select who is billed--</option>
        {chosen?.tenant_info.map((tenant) => (
          <option key={tenant.id} value={tenant.id}>
            {fullNameOf(tenant)}
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
      <NamedFields form={form} />
      <FirstCharges values={values} />
    </FormCard>
  );
}

/** What the unit is known to have, from the day after its lease. */
function offerOf(id: string, from: string, free: readonly Unit[], leases: readonly Lease[]): Partial<Typed> {
  const unit = free.find((each) => String(each.id) === id);
  const ends = lastDayOf(id, leases);
  const { occupants = [], guarantors = [] } =
    leases.find((each) => String(each.unit_id) === id && each.ends === ends) ?? {};
  const starts = ends !== undefined && ends >= from ? dayAfter(ends) : from;
  return {
    unit_id: unit ? id : '',
    ...(starts === from ? {} : { starts, from_month: firstMonth(starts) }),
    billed: String(unit?.tenant_info[0]?.id ?? ''),
    amount: String(unit?.rent_amount ?? ''),
    occupants: occupants.join('\n'),
    guarantors: guarantors.join('\n'),
  };
}

function blank(): Typed {
  const today = isoDay();
  return {
    unit_id: '',
    billed: '',
    starts: today,
    ends: '',
    amount: '',
    due_day: '1',
    from_month: firstMonth(today),
    proration: PRORATIONS[0],
    occupants: '',
    guarantors: '',
  };
}

/** The month of moving in; next month for a lease that runs already, whose past months are in the ledger. */
function firstMonth(starts: string): string {
  const now = monthOf(isoDay());
  const month = monthOf(starts);
  return GIVEN_DAY.safeParse(starts).success && month >= now ? month : addMonths(now, 1);
}

function bodyOf(typed: Typed, units: readonly Unit[]) {
  const { unit_id, billed, starts, ends, amount, due_day, from_month, proration } = typed;
  const tenants = units.find(({ id }) => String(id) === unit_id)?.tenant_info.map(({ id }) => id) ?? [];
  const others = tenants.filter((id) => String(id) !== billed);
  return {
    unit_id: Number(unit_id),
    tenant_ids: billed ? [Number(billed), ...others] : [],
    starts,
    ends: ends || null,
    proration,
    occupants: namesIn(typed.occupants),
    guarantors: namesIn(typed.guarantors),
    charges: [
      { kind: 'rent' as const, amount: parseAmount(amount), due_day: parseNumber(due_day), from_month },
    ],
  };
}
