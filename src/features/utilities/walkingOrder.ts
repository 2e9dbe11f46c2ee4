import type { LastReading } from '../../../contract/utilities.ts';
import type { Unit } from '../../../contract/unit.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { compareNaturally } from '../../ui/data/naturalOrder.ts';

/** An occupied unit as it is walked past. */
export interface WalkedUnit {
  unit_id: number;
  unit_number: string;
  property_id: number;
  property_name: string;
  /** Who is billed: the earliest of the active tenants. */
  user_id: number;
  person: string;
  last: LastReading | undefined;
  /** Whether this device has been told of last readings at all; else `last` says nothing. */
  lastKnown: boolean;
}

/** The occupied units in walking order: by property, and there by the numbers on the doors. */
export function inWalkingOrder(
  units: readonly Unit[],
  readings: readonly LastReading[] | undefined,
): WalkedUnit[] {
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

/** The stops of the same property, together. */
export function byProperty(
  stops: readonly WalkedUnit[],
): { id: number; name: string; stops: WalkedUnit[] }[] {
  const groups: { id: number; name: string; stops: WalkedUnit[] }[] = [];
  for (const stop of stops) {
    const group = groups.at(-1);
    if (group?.id === stop.property_id) group.stops.push(stop);
    else groups.push({ id: stop.property_id, name: stop.property_name, stops: [stop] });
  }
  return groups;
}

/** In units: enough that few of them stand beside one another, and few units within one. */
const STRETCH = 10;

/** The same stops in stretches, of which a screen need not draw or lay out those that are far away. */
export function stretchesOf(stops: readonly WalkedUnit[]): WalkedUnit[][] {
  const count = Math.ceil(stops.length / STRETCH);
  return Array.from({ length: count }, (_, index) => stops.slice(index * STRETCH, (index + 1) * STRETCH));
}

/** Whether the unit's last bill is of this month. */
export function billedThisMonth({ last }: WalkedUnit): boolean {
  return last?.month.slice(0, 7) === isoDay().slice(0, 7);
}
