import type { LastReading } from '../../../contract/utilities/utilityBills.ts';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import { tariffsOf, type Tariff, type TariffOfKind } from '../../../contract/utilities/tariffs.ts';
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
  /** Its meters; none where its usage is typed. One that was removed is among them while a bill lacks its usage. */
  meters: InstalledMeter[];
  /** What prices its usage beside the flat rates; undefined where this device never read it. */
  tariffs?: TariffOfKind | undefined;
}

/** What walking from home to home needs beside the units. */
interface Known {
  readings: readonly LastReading[] | undefined;
  meters?: readonly InstalledMeter[] | undefined;
  /** The homes whose order was set by hand. */
  order?: readonly number[] | undefined;
  /** Those that are valid today. */
  tariffs?: readonly Tariff[] | undefined;
}

/** The occupied units in walking order: by property, as it was set by hand, then in natural order of the unit numbers. */
export function inWalkingOrder(
  units: readonly Unit[],
  { readings, meters = [], order = [], tariffs }: Known,
): UnitToRead[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ unit_id }: UnitToRead) => places.get(unit_id) ?? order.length;
  const byHome = new Map<number, InstalledMeter[]>();
  for (const meter of meters) {
    if (meter.removed_on && meter.unbilled.length === 0) continue;
    const own = byHome.get(meter.unit_id);
    if (own) own.push(meter);
    else byHome.set(meter.unit_id, [meter]);
  }
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
              meters: byHome.get(id) ?? [],
              ...(tariffs ? { tariffs: tariffsOf(tariffs, property_id) } : {}),
            },
          ]
        : [],
    )
    .sort(
      (a, b) =>
        a.property_id - b.property_id ||
        placeOf(a) - placeOf(b) ||
        compareNaturally(a.unit_number, b.unit_number),
    );
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
