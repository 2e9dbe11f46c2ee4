import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Lease } from '../../../contract/leases/lease.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { PRORATIONS, type Proration } from '../../../contract/leases/leaseSchedule.ts';
import { toCents } from '../../../contract/values/money.ts';
import { unitLabel, type Unit } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery, useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormCard } from '../../ui/forms/FormCard.tsx';
import { parseNumber } from '../../../contract/values/parseNumber.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { LEASES } from './leaseTexts.ts';
import { MonthSelect } from '../../subjects/leases/newLease/MonthSelect.tsx';
import { ProrationSelect } from '../../subjects/leases/newLease/ProrationSelect.tsx';

/** `/admin/leases/from-units`: one lease for each unit that is rented and has none. */
export default function LeasesFromUnits() {
  const units = useCachedQuery('listUnits', {});
  const leases = useCachedQuery('listLeases', {});
  if (units.denied || leases.denied) return <AccessDenied />;
  return (
    <>
      <PageHeading
        title="Make Leases from Units"
        description="One lease for each unit with tenants and a rent amount. Nothing is charged for the past."
      />
      <Loaded query={units} failed="Failed to load units">
        {(all) => (
          <Loaded query={leases} failed="Failed to load leases">
            {(existing) => {
              const rented = withoutLease(all, existing);
              return rented.length > 0 ? <Review units={rented} /> : <NothingToDo />;
            }}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

function NothingToDo() {
  return (
    <EmptyState
      icon={CircleCheck}
      title="Every rented unit has a lease"
      action={<ButtonLink to={LEASES}>Back to Leases</ButtonLink>}
    >
      A unit is offered here once it has a tenant and a rent amount, and no lease that goes on.
    </EmptyState>
  );
}

/** Those with tenants and a rent amount, and no lease that goes on. */
function withoutLease(units: readonly Unit[], leases: readonly Lease[]): Unit[] {
  const today = isoDay();
  const leased = new Set(
    leases.filter(({ ends }) => ends === null || ends >= today).map(({ unit_id }) => unit_id),
  );
  return units.filter(
    ({ id, rent_amount, tenant_info }) =>
      tenant_info.length > 0 && rent_amount !== null && rent_amount > 0 && !leased.has(id),
  );
}

interface Typed {
  from_month: string;
  due_day: string;
  proration: Proration;
}

function Review({ units }: { units: readonly Unit[] }) {
  const toast = useToast();
  const navigate = useNavigate();
  const refreshAfterChange = useRefreshAfterChange();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = units.filter(({ id }) => !left.has(id));
  const cents = chosen.reduce((sum, { rent_amount }) => sum + toCents(rent_amount ?? 0), 0);
  const initial: Typed = {
    from_month: addMonths(monthOf(isoDay()), 1),
    due_day: '1',
    proration: PRORATIONS[0],
  };
  const form = useOnlineForm({
    draft: 'leases-from-units',
    initial,
    route: 'createLeasesFromUnits',
    inputOf: ({ from_month, due_day, proration }) => ({
      body: { unit_ids: chosen.map(({ id }) => id), from_month, due_day: parseNumber(due_day), proration },
    }),
    failed: (message = 'The leases could not be made.') => message,
    onFailed: toast.error,
    onDone: async ({ message }) => {
      await refreshAfterChange();
      toast.success(message);
      await navigate(LEASES);
    },
  });
  const { field, values, startOver } = form;

  const columns: Column<Unit>[] = [
    {
      key: 'unit',
      header: 'Unit',
      card: 'title',
      cell: (unit) => (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox"
            aria-label={`A lease for ${unitLabel(unit)}`}
            checked={!left.has(unit.id)}
            onChange={({ target }) => {
              const next = new Set(left);
              if (target.checked) next.delete(unit.id);
              else next.add(unit.id);
              setLeft(next);
            }}
          />
          {unitLabel(unit)}
        </label>
      ),
    },
    {
      key: 'tenants',
      header: 'Tenants',
      cell: ({ tenant_info }) => tenant_info.map(fullNameOf).join(', '),
    },
    {
      key: 'rent',
      header: 'Monthly rent',
      align: 'right',
      width: 'w-36',
      cell: ({ rent_amount }) => <Money cents={toCents(rent_amount ?? 0)} />,
    },
  ];

  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-xl">
        <FormCard
          submitLabel={chosen.length === 1 ? 'Make 1 lease' : `Make ${numberText(chosen.length)} leases`}
          disabled={chosen.length === 0}
          form={form}
          onCancel={() => void startOver().then(() => navigate(LEASES))}
        >
          <MonthSelect
            label="First month charged"
            required
            shown={values.from_month}
            earliest={monthOf(isoDay())}
            help="Nothing is charged for the months before."
            {...field('from_month')}
          />
          <Field
            label="Due day"
            inputMode="numeric"
            autoComplete="off"
            required
            help="31 is the last day of any month."
            {...field('due_day')}
          />
          <ProrationSelect required {...field('proration')} />
          <p>
            Together <Money cents={cents} className="font-semibold" /> a month.
          </p>
        </FormCard>
      </div>
      <Table
        caption="Units without a lease"
        columns={columns}
        rows={units}
        rowKey={({ id }) => id}
        empty={<></>}
      />
    </div>
  );
}
