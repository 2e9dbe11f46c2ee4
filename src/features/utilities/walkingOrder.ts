import type { LastReading } from '../../../contract/utilities/utilityBills.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { compareNaturally } from '../../ui/data/naturalOrder.ts';

/** An occupied unit whose meters are read. */
export interface UnitToRead {
  unit_id: number;
  unit_number: string;
  property_id: number;
  property_name: string;
  /** Who is billed: the earliest of the active tenants. */
  user_id: number;
  person: string;
  last: LastReading | undefined;
  /** Whether the last readings are cached on this device; otherwise `last` is unknown. */
  lastKnown: boolean;
}

/** The occupied units in walking order: by property and natural order of the unit numbers. */
export function inWalkingOrder(
  units: readonly Unit[],
  readings: readonly LastReading[] | undefined,
): UnitToRead[] {
  const last = new Map(readings?.map((reading) => [reading.unit_id, reading]));
  return units
    .flatMap(({ id, unit_number, property_id, property_name, tenant_info: [party] }) =>
      party
        ? [
            {
              ...{ unit_id: id, unit_number, property_id, property_name, user_id: party.id },
              person: `${party.first_name} ${party.last_name}`,
              last: last.get(id),
              lastKnown: readings !== undefined,
            },
          ]
        : [],
    )
    .sort((a, b) => a.property_id - b.property_id || compareNaturally.compare(a.unit_number, b.unit_number));
}

/** The units of the same property, together. */
export function byProperty(
  units: readonly UnitToRead[],
): { id: number; name: string; units: UnitToRead[] }[] {
  const groups: { id: number; name: string; units: UnitToRead[] }[] = [];
  for (const unit of units) {
    const group = groups.at(-1);
    if (group?.id === unit.property_id) group.units.push(unit);
    else groups.push({ id: unit.property_id, name: unit.property_name, units: [unit] });
  }
  return groups;
}

/** The number of units in a chunk: a compromise between the number of chunks and their size. */
const CHUNK = 10;

/** The units in chunks, so that the browser can skip the layout of those outside the screen. */
export function chunksOf(units: readonly UnitToRead[]): UnitToRead[][] {
  const count = Math.ceil(units.length / CHUNK);
  return Array.from({ length: count }, (_, index) => units.slice(index * CHUNK, (index + 1) * CHUNK));
}

/** Whether the unit's last bill is of this month. */
export function billedThisMonth({ last }: UnitToRead): boolean {
  return last?.month.slice(0, 7) === isoDay().slice(0, 7);
}
