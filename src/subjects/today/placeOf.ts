import type { TodayRow } from '../../../contract/today/today.ts';
import { unitLabel } from '../../../contract/units/unit.ts';

/** The unit of a row of Today, or else its property; null where it is about neither. */
export function placeOf({ home }: TodayRow): string | null {
  if (!home) return null;
  const { unit_number, property_name } = home;
  return unit_number === null ? property_name : unitLabel({ unit_number, property_name });
}
