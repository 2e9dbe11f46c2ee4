import { chargeName, type Lease } from '../../../../contract/leases/lease.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { ENDING_DAYS } from '../../../../contract/today/today.ts';
import { addDays, monthOf } from '../../../../contract/values/calendar.ts';
import { toCents, toDollars } from '../../../../contract/values/money.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { isoDay } from '../../../ui/data/Time.tsx';
import { decimal, type CsvTable } from '../../../ui/files/csv.ts';
import type { Chip } from '../../../ui/lists/listOptions.ts';
import { stateOf, termText } from '../leaseTexts.ts';

/** The leases on a day, by what management asks of them. Those that end are those of Today: soon, and without a next one. */
export function chipsOf(leases: readonly Lease[], today: string): readonly Chip<Lease>[] {
  const last = new Map<number, string>();
  for (const { unit_id, starts } of leases) {
    if (starts > (last.get(unit_id) ?? '')) last.set(unit_id, starts);
  }
  const until = addDays(today, ENDING_DAYS);
  const isEnding = ({ unit_id, starts, ends }: Lease) =>
    ends !== null && ends >= today && ends <= until && last.get(unit_id) === starts;
  return [
    { value: 'all', label: 'All', has: () => true },
    { value: 'running', label: 'Active', has: (lease) => stateOf(lease, today) === 'running' },
    { value: 'ending', label: `Ending in ${ENDING_DAYS} days`, has: isEnding },
    { value: 'to-come', label: 'To come', has: (lease) => stateOf(lease, today) === 'to come' },
    { value: 'paused', label: 'Paused', has: (lease) => lease.paused && stateOf(lease, today) !== 'ended' },
    { value: 'ended', label: 'Ended', has: (lease) => stateOf(lease, today) === 'ended' },
  ];
}

/** Whether a lease runs, is paused, or charges somebody who lives elsewhere. */
export function stateText(lease: Lease) {
  const state = stateOf(lease);
  if (state === 'ended') return 'Ended';
  if (lease.paused) return 'Paused';
  if (lease.tenants[0]?.lives_there === false) return 'Billed to someone elsewhere';
  return state === 'to come' ? 'To come' : 'Active';
}

/** In cents: what it charges for this month, or for its first one. */
export function monthlyCents({ charges }: Lease, now = monthOf(isoDay())): number {
  const running = charges.filter(({ from_month, to_month }) => from_month <= now && (to_month ?? now) >= now);
  const shown =
    running.length > 0 ? running : charges.filter(({ to_month }) => to_month === null || to_month >= now);
  return shown.reduce((sum, { amount }) => sum + toCents(amount), 0);
}

/** What leases charge together; those that have ended charge nothing any more. */
export function monthlyText(leases: readonly Lease[]): string {
  const today = isoDay();
  const going = leases.filter((lease) => stateOf(lease, today) !== 'ended');
  return `${moneyText(going.reduce((sum, lease) => sum + monthlyCents(lease, monthOf(today)), 0))} a month`;
}

/** All that a row shows, the charges, and who else is named on the lease. */
export function textsOf(lease: Lease) {
  const money = moneyText(monthlyCents(lease));
  const { occupants = [], guarantors = [] } = lease;
  return [
    ...[unitLabel(lease), termText(lease), stateText(lease), money, money.replaceAll(',', '')],
    ...[...lease.tenants.map(fullNameOf), ...lease.charges.map(chargeName)],
    ...[...occupants, ...guarantors],
  ];
}

/** Leases in the order in which they are shown, with today's date in the file name. */
export function leasesTable(leases: readonly Lease[]): CsvTable {
  return {
    name: `leases-${isoDay()}`,
    header: ['Lease ID', 'Property', 'Unit #', 'Tenants', 'First day', 'Last day', 'A month', 'State'],
    rows: leases.map((lease) => [
      ...[String(lease.id), lease.property_name, lease.unit_number],
      lease.tenants.map(fullNameOf).join(', '),
      ...[lease.starts, lease.ends ?? '', decimal(toDollars(monthlyCents(lease))), stateText(lease)],
    ]),
  };
}
