import type { Unit } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { toCents } from '../../../contract/values/money.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { decimal, type CsvTable } from '../../ui/files/csv.ts';
import type { Chip } from '../../ui/lists/listOptions.ts';

const isOccupied = ({ tenant_info }: Unit) => tenant_info.length > 0;

/** The units, by what management asks of them; whether they have a lease once the leases are read. */
export function chipsOf(leaseByUnit: ReadonlyMap<number, unknown> | undefined): readonly Chip<Unit>[] {
  return [
    { value: 'all', label: 'All', has: () => true },
    { value: 'occupied', label: 'Occupied', has: isOccupied },
    { value: 'vacant', label: 'Vacant', has: (unit) => !isOccupied(unit) },
    ...(leaseByUnit
      ? [{ value: 'no-lease', label: 'No lease', has: ({ id }: Unit) => !leaseByUnit.has(id) }]
      : []),
  ];
}

/** Whose accounts belong to a unit. */
export function namesOf({ tenant_info }: Unit): string {
  return tenant_info.map(fullNameOf).join(', ');
}

/** What the column says of the tenants, by which it sorts. */
export function tenantsKey(unit: Unit): string | null {
  return (unit.tenants ?? namesOf(unit)) || null;
}

/** All that a row shows, and who lives there where management wrote something else. */
export function textsOf(unit: Unit) {
  const { unit_number, property_id, property_name, rent_amount, tenants, notes } = unit;
  const money = rent_amount === null ? null : moneyText(toCents(rent_amount));
  return [
    ...[unit_number, property_name, `ID ${property_id}`, tenants, notes, namesOf(unit)],
    ...[money, money?.replaceAll(',', '')],
  ];
}

export function rentText(units: readonly Unit[]): string {
  const cents = units.reduce((sum, { rent_amount }) => sum + toCents(rent_amount ?? 0), 0);
  return `${moneyText(cents)} rent a month`;
}

/** Units in the order in which they are shown, with today's date in the file name. */
export function unitsTable(units: readonly Unit[]): CsvTable {
  return {
    name: `units-${isoDay()}`,
    header: ['Unit ID', 'Property ID', 'Property', 'Unit number', 'Rent amount', 'Notes', 'Tenants'],
    rows: units.map((unit) => [
      ...[String(unit.id), String(unit.property_id), unit.property_name, unit.unit_number],
      unit.rent_amount === null ? '' : decimal(unit.rent_amount),
      ...[unit.notes ?? '', tenantsKey(unit) ?? ''],
    ]),
  };
}
