import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Lease } from '../../../contract/leases/lease.ts';
import { unitLabel, type Unit } from '../../../contract/units/unit.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import { LeaseFields } from '../../subjects/leases/newLease/LeaseFields.tsx';
import {
  blankLease,
  firstMonth,
  leaseBody,
  NAMED,
  type TypedLease,
} from '../../subjects/leases/newLease/typedLease.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { FormCard } from '../../ui/forms/FormCard.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { LEASES, leasePath } from './leaseTexts.ts';
import { lastDayOf, sorted } from './leasableUnits.ts';
import { TakenUnits, VacantUnits } from './TakenUnits.tsx';

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
    initial:
      unitId === undefined ? blankLease() : { ...blankLease(), ...offerOf(unitId, isoDay(), free, leases) },
    route: 'createLease',
    inputOf: (typed) => ({
      body: leaseBody(
        typed,
        units.find(({ id }) => String(id) === typed.unit_id)?.tenant_info.map(({ id }) => id) ?? [],
      ),
    }),
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
      <LeaseFields form={form} tenants={chosen?.tenant_info ?? []} />
    </FormCard>
  );
}

/** What the unit is known to have, from the day after its lease. */
function offerOf(
  id: string,
  from: string,
  free: readonly Unit[],
  leases: readonly Lease[],
): Partial<TypedLease> {
  const unit = free.find((each) => String(each.id) === id);
  const ends = lastDayOf(id, leases);
  const { occupants = [], guarantors = [] } =
    leases.find((each) => String(each.unit_id) === id && each.ends === ends) ?? {};
  const starts = ends !== undefined && ends >= from ? addDays(ends, 1) : from;
  return {
    unit_id: unit ? id : '',
    ...(starts === from ? {} : { starts, from_month: firstMonth(starts) }),
    billed: String(unit?.tenant_info[0]?.id ?? ''),
    amount: String(unit?.rent_amount ?? ''),
    occupants: occupants.join('\n'),
    guarantors: guarantors.join('\n'),
  };
}
