import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Lease } from '../../../contract/leases/lease.ts';
import { overlaps, overlapText } from '../../../contract/leases/overlap.ts';
import { unitLabel, type Unit } from '../../../contract/units/unit.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { ANYBODY } from '../../forms/anybody.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import {
  isNewLease,
  knownTenants,
  unsentIdOf,
  type LeaseItem,
  type NamedTenant,
} from '../../offline/subjects/leases/leases.ts';
import { ClockNotice } from '../../screens/ClockNotice.tsx';
import { LeaseFields } from '../../subjects/leases/newLease/LeaseFields.tsx';
import {
  billedFirst,
  blankLease,
  firstMonth,
  leaseBody,
  NAMED,
  tenantKey,
  typedOf,
  type TypedLease,
} from '../../subjects/leases/newLease/typedLease.ts';
import { editLeaseDraft, homeTenants, useNewLeases } from '../../subjects/leases/newLease/useNewLeases.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { FormCard } from '../../ui/forms/FormCard.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { LEASES, leasePath } from './leaseTexts.ts';
import { lastDayOf, sorted } from './leasableUnits.ts';
import { TakenUnits, VacantUnits } from './TakenUnits.tsx';

interface LeaseFormProps {
  units: readonly Unit[];
  leases: readonly Lease[];
  /** What this device has not sent. */
  unsent: readonly OutboxItem[];
  /** The id of the unit that the form begins with, such as of a link. */
  unitId?: string | undefined;
  /** The unsent lease that is edited; without it a new one is added. */
  item?: LeaseItem | undefined;
  /** Whether that one is not unsent any more. */
  sentMeanwhile?: boolean;
}

/**
 * Adds a lease of a unit that somebody lives in, or was written down for, and that has no lease without an end, with its
 * rent. With or without a connection.
 */
export function LeaseForm({ units, leases, unsent, unitId, item, sentMeanwhile }: LeaseFormProps) {
  const navigate = useNavigate();
  const newLeases = useNewLeases();
  const { free, leased, vacant } = useMemo(() => sorted(units, leases, unsent), [units, leases, unsent]);
  const others = unsent.filter(isNewLease).filter(({ id }) => id !== item?.id);
  const terms = [...leases, ...others.map(({ input: { body } }) => ({ ...body, ends: body.ends ?? null }))];
  const tenantsOf = (unit: string): NamedTenant[] => {
    const home = units.find(({ id }) => String(id) === unit);
    const listed = home ? homeTenants(home, unsent) : [];
    // Who is on it stays, although what this device has read of the home may not know them yet.
    const before = item && unit === String(item.input.body.unit_id) ? item.shown.tenants : [];
    const known = new Set(knownTenants(listed));
    return [...listed, ...before.filter((tenant) => 'id' in tenant && !known.has(tenant.id))];
  };
  const form = useQueuedForm({
    draft: item ? editLeaseDraft(item.id) : unitId === undefined ? 'new-lease' : `new-lease-${unitId}`,
    initial: item
      ? typedOf(item)
      : { ...blankLease(), ...(unitId !== undefined && offerOf(unitId, isoDay(), free, leases, tenantsOf)) },
    route: 'createLease',
    bodyOf: (typed) => {
      const tenants = billedFirst(tenantsOf(typed.unit_id), typed.billed);
      return {
        ...leaseBody(typed, tenants),
        tenant_ids: tenants.map((tenant) => ('id' in tenant ? tenant.id : ANYBODY)),
      };
    },
    named: NAMED,
    check: ({ unit_id, starts, ends }): Record<string, string> => {
      const term = { starts, ends: ends || null };
      // Saving it says that it is sent.
      if (sentMeanwhile) return {};
      const other = terms.find((each) => String(each.unit_id) === unit_id && overlaps(each, term));
      return other ? { starts: overlapText(other) } : {};
    },
    failed: 'The lease could not be added.',
    onSubmit: async (typed, _photos, draft) => {
      const tenants = billedFirst(tenantsOf(typed.unit_id), typed.billed);
      const { unit_number = '', property_name = '' } =
        units.find(({ id }) => String(id) === typed.unit_id) ?? {};
      const body = leaseBody(typed, tenants);
      const shown = { unit_number, property_name, tenants };
      if (item) await newLeases.change(item, body, shown, draft);
      const id = item?.id ?? (await newLeases.add(body, shown, draft));
      await navigate(leasePath(unsentIdOf({ id })), { replace: true });
    },
  });
  const { field, values, set, startOver } = form;
  const { onChange: keepUnit, ...unitField } = field('unit_id');

  return (
    <FormCard
      submitLabel={item ? 'Save' : 'Add Lease'}
      form={form}
      onCancel={() => void startOver().then(() => navigate(LEASES))}
    >
      <ClockNotice />
      {item && sentMeanwhile && (
        <Banner type="warning">
          This lease was sent or discarded meanwhile, without what you changed here.{' '}
          <TextLink to={leasePath(unsentIdOf(item))}>Look at the lease</TextLink>, and change it there.
        </Banner>
      )}
      {item?.refusal && !sentMeanwhile && <Banner type="error">{item.refusal.failure.message}</Banner>}
      <Select
        label="Unit"
        required
        {...unitField}
        onChange={async (event) => {
          await keepUnit(event);
          set(offerOf(event.target.value, values.starts, free, leases, tenantsOf));
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
      <LeaseFields form={form} tenants={tenantsOf(values.unit_id)} />
    </FormCard>
  );
}

/** What the unit is known to have, from the day after its lease. */
function offerOf(
  id: string,
  from: string,
  free: readonly Unit[],
  leases: readonly Lease[],
  tenantsOf: (unit: string) => NamedTenant[],
): Partial<TypedLease> {
  const unit = free.find((each) => String(each.id) === id);
  const ends = lastDayOf(id, leases);
  const { occupants = [], guarantors = [] } =
    leases.find((each) => String(each.unit_id) === id && each.ends === ends) ?? {};
  const starts = ends !== undefined && ends >= from ? addDays(ends, 1) : from;
  const [first] = tenantsOf(id);
  return {
    unit_id: unit ? id : '',
    ...(starts === from ? {} : { starts, from_month: firstMonth(starts) }),
    billed: first ? tenantKey(first) : '',
    amount: String(unit?.rent_amount ?? ''),
    occupants: occupants.join('\n'),
    guarantors: guarantors.join('\n'),
  };
}
