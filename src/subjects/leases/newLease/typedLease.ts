import type { NewLeaseCharge } from '../../../../contract/leases/lease.ts';
import { PRORATIONS, type Proration } from '../../../../contract/leases/leaseSchedule.ts';
import { addMonths, monthOf } from '../../../../contract/values/calendar.ts';
import { parseAmount, parseNumber, parseOptionalAmount } from '../../../../contract/values/parseNumber.ts';
import { isDay } from '../../../../contract/values/text.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { knownTenants, type LeaseItem, type NamedTenant } from '../../../offline/subjects/leases/leases.ts';
import { namesIn } from './typedNames.ts';

/** A new lease, as the fields have it. */
export interface TypedLease {
  unit_id: string;
  /** The `tenantKey` of who is. */
  billed: string;
  starts: string;
  ends: string;
  amount: string;
  due_day: string;
  from_month: string;
  proration: Proration;
  deposit_required: string;
  /** A name a line. */
  occupants: string;
  guarantors: string;
}

/** How the body names the form's fields. */
export const NAMED = {
  tenant_ids: 'billed',
  'charges.0.amount': 'amount',
  'charges.0.due_day': 'due_day',
  'charges.0.from_month': 'from_month',
} as const;

/** A lease that begins today and goes on. */
export function blankLease(): TypedLease {
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
    deposit_required: '',
    occupants: '',
    guarantors: '',
  };
}

/** The month of moving in; next month for a lease that runs already, whose past months are in the ledger. */
export function firstMonth(starts: string): string {
  const now = monthOf(isoDay());
  const month = monthOf(starts);
  return isDay(starts) && month >= now ? month : addMonths(now, 1);
}

/** How a choice of tenants tells somebody: by their id, or by that of the item that adds them. */
export function tenantKey(tenant: NamedTenant): string {
  return 'id' in tenant ? String(tenant.id) : tenant.addedBy;
}

/** The tenants, who is billed first; nobody before that is chosen. */
export function billedFirst(tenants: readonly NamedTenant[], billed: string): NamedTenant[] {
  const first = tenants.find((tenant) => tenantKey(tenant) === billed);
  return first ? [first, ...tenants.filter((tenant) => tenant !== first)] : [];
}

/** What is sent of a lease of these tenants, who is billed first, with what it charges beside rent, from the first month on as well. */
export function leaseBody(
  typed: TypedLease,
  tenants: readonly NamedTenant[],
  also: readonly Omit<NewLeaseCharge, 'from_month'>[] = [],
) {
  const { unit_id, starts, ends, amount, due_day, from_month, proration } = typed;
  return {
    unit_id: Number(unit_id),
    tenant_ids: knownTenants(tenants),
    starts,
    ends: ends || null,
    proration,
    deposit_required: parseOptionalAmount(typed.deposit_required),
    occupants: namesIn(typed.occupants),
    guarantors: namesIn(typed.guarantors),
    charges: [
      { kind: 'rent' as const, amount: parseAmount(amount), due_day: parseNumber(due_day), from_month },
      ...also.map((charge) => ({ ...charge, from_month })),
    ],
  };
}

/** An unsent lease, as the fields have it. */
export function typedOf({ input: { body }, shown }: LeaseItem): TypedLease {
  const [rent] = body.charges;
  const [billed] = shown.tenants;
  return {
    unit_id: String(body.unit_id),
    billed: billed ? tenantKey(billed) : '',
    starts: body.starts,
    ends: body.ends ?? '',
    amount: String(rent?.amount ?? ''),
    due_day: String(rent?.due_day ?? ''),
    from_month: rent?.from_month ?? firstMonth(body.starts),
    proration: body.proration,
    deposit_required: body.deposit_required?.toFixed(2) ?? '',
    occupants: (body.occupants ?? []).join('\n'),
    guarantors: (body.guarantors ?? []).join('\n'),
  };
}
