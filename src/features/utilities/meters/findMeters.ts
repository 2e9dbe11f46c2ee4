import { matching } from '../../../ui/data/matchesSearch.ts';
import type { UnitToRead } from '../walkingOrder.ts';

interface Group {
  id: number;
  name: string;
  units: UnitToRead[];
}

/** The units whose number, or that of one of their meters, contains the search; all of a blank one. */
export function found(groups: readonly Group[], search: string): Group[] {
  if (search.trim() === '') return [...groups];
  const matches = matching(search);
  return groups
    .map((group) => ({
      ...group,
      units: group.units.filter(({ unit_number, meters }) =>
        matches(`Unit ${unit_number}`, unit_number, ...meters.map(({ serial_number }) => serial_number)),
      ),
    }))
    .filter(({ units }) => units.length > 0);
}
