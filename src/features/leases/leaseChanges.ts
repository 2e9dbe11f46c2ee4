import type { AuditEntry, AuditValue } from '../../../contract/audit/audit.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { ordinal } from './leaseTexts.ts';

/**
 * What a manager did to a charge of a lease, after their name: "changed Rent from $1,200.00 to $1,250.00 a month, from July 2026
 * on". Undefined for other changes, which are told by field.
 */
export function chargeChangeText({ action, changes }: AuditEntry): string | undefined {
  const name = changes.charge?.after;
  const text = TEXTS[action];
  return text && typeof name === 'string' ? text(name, changes) : undefined;
}

type Changes = AuditEntry['changes'];

const TEXTS: Record<string, ((name: string, changes: Changes) => string) | undefined> = {
  'charge added': (name, { amount, due_day, from_month, to_month }) =>
    listed(
      `added ${name}: ${monthly(amount?.after)}`,
      due_day && `due on the ${ordinal(Number(due_day.after))}`,
      from_month && `from ${month(from_month.after)} on`,
      to_month && lastMonth(to_month.after),
    ),
  'charge changed': (name, { amount, due_day, from_month, to_month }) =>
    listed(
      `changed ${name}${valuesText(amount)}`,
      due_day && `due on the ${ordinal(Number(due_day.before))} → ${ordinal(Number(due_day.after))}`,
      from_month && `from ${month(from_month.after)} on`,
      to_month && `${lastMonth(to_month.after)} instead of ${monthOrNone(to_month.before)}`,
    ),
  'charge ended': (name, { amount, to_month }) =>
    listed(
      amount ? `ended ${name} of ${monthly(amount.after)}` : `ended ${name}`,
      to_month && lastMonth(to_month.after),
      to_month?.before !== null && to_month && `instead of ${month(to_month.before)}`,
    ),
  'charge taken off': (name, { amount, from_month }) =>
    listed(
      `took off ${name}: ${monthly(amount?.before)}`,
      from_month && `which was to begin in ${month(from_month.before)}`,
    ),
};

/** An amount that stays is told as it is. */
function valuesText(amount: Changes[string] | undefined): string {
  if (!amount) return '';
  return amount.before === amount.after
    ? `, ${monthly(amount.after)}`
    : ` from ${money(amount.before)} to ${monthly(amount.after)}`;
}

function listed(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}

const money = (dollars: AuditValue = null) => moneyText(toCents(Number(dollars)));
const monthly = (dollars: AuditValue = null) => `${money(dollars)} a month`;
const month = (value: AuditValue) => monthName(String(value));
const monthOrNone = (value: AuditValue) => (value === null ? 'none' : month(value));
const lastMonth = (value: AuditValue) => (value === null ? 'no last month' : `last month ${month(value)}`);
