import type { AuditValue } from '../../../contract/audit/audit.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import { PAYMENT_POLICIES, type PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { PRORATIONS } from '../../../contract/leases/leaseSchedule.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { ChangeLabels } from '../../subjects/audit/ChangeHistory.tsx';
import { LATE_FEE_LABELS } from '../../subjects/leases/lateFeeText.ts';
import { PRORATION_NAMES } from '../../subjects/leases/prorationText.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';

/** Where the list lies. */
export const LEASES = '/admin/leases';

export function leasePath(id: number | string): string {
  return `/admin/lease/${id}`;
}

export const POLICY_NAMES: Record<PaymentPolicy, string> = {
  full_balance: 'The full balance only',
  any_amount: 'Any amount',
  at_least_rent: 'At least the rent',
  nothing: 'Nothing is accepted',
};

/** "May 15, 2026 – open", or with the last day. */
export function termText({ starts, ends }: Pick<Lease, 'starts' | 'ends'>): string {
  return `${timeText(starts)} – ${ends === null ? 'open' : timeText(ends)}`;
}

/** Whether it runs today, is over, or is to come. */
export function stateOf(
  { starts, ends }: Pick<Lease, 'starts' | 'ends'>,
  today = isoDay(),
): 'running' | 'ended' | 'to come' {
  if (ends !== null && ends < today) return 'ended';
  return starts > today ? 'to come' : 'running';
}

/** "1st", "2nd", "3rd", "31st". */
export function ordinal(day: number): string {
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${day}${suffixes[ordinals.select(day)] ?? 'th'}`;
}
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });

const dayText = (value: AuditValue) => timeText(String(value));
const dollarsText = (dollars: AuditValue) => moneyText(toCents(Number(dollars)));
const timeOf = (value: AuditValue) => timeText(String(value), 'dateTime');
const monthText = (value: AuditValue) => monthName(String(value));

/** How the changes of a lease are told. */
export const CHANGE_LABELS: ChangeLabels = {
  ...LATE_FEE_LABELS,
  unit: { label: 'Unit' },
  starts: { label: 'First day', text: dayText },
  ends: { label: 'Last day', text: dayText },
  proration: {
    label: 'Proration',
    text: (value) => PRORATION_NAMES[PRORATIONS.find((each) => each === value) ?? 'actual_days'],
  },
  payment_policy: {
    label: 'Payments',
    text: (value) => POLICY_NAMES[PAYMENT_POLICIES.find((each) => each === value) ?? 'full_balance'],
  },
  paused: { label: 'Posting paused', text: (value) => (value === true ? 'yes' : 'no') },
  tenants: { label: 'Tenants' },
  shares: { label: 'Shares' },
  guarantors: { label: 'Guarantors' },
  occupants: { label: 'Occupants' },
  deposit_required: { label: 'Deposit required', text: dollarsText },
  keys_handed_over_at: { label: 'Keys handed over', text: timeOf },
  keys_returned_at: { label: 'Keys returned', text: timeOf },
  forwarding_address: { label: 'Forwarding address' },
  kind: { label: 'Deposit' },
  day: { label: 'Day', text: dayText },
  method: { label: 'How' },
  reference: { label: 'Number' },
  description: { label: 'Description' },
  charge: { label: 'Charge' },
  amount: { label: 'Amount', text: dollarsText },
  due_day: { label: 'Due day' },
  from_month: { label: 'From', text: monthText },
  to_month: { label: 'Last month', text: monthText },
};
