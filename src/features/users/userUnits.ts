import { isSameDoor } from '../../../contract/units/doorNumber.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import { compareNaturally } from '../../ui/data/naturalOrder.ts';

/** The property and unit of a user as form values: ids as text, empty for none. */
export interface Home {
  property: string;
  unit: string;
}

/** Whether a user has a claim that management has not decided on. */
export function hasClaim({ unit_claim, is_current_user }: ListedUser): boolean {
  return unit_claim !== null && is_current_user;
}

/** The property that is selected first for a new user. */
export const FIRST_PROPERTY = '1';

export function unitIdOf({ unit }: Home): number | null {
  return unit === '' ? null : Number(unit);
}

/** The units of a property, in natural order of their numbers. */
export function unitsOf(property: number, units: readonly Unit[]): Unit[] {
  return units
    .filter(({ property_id }) => property_id === property)
    .sort((a, b) => compareNaturally(a.unit_number, b.unit_number));
}

/** The units with the number of a claim, which several properties may have. */
export function unitsClaimed({ unit_claim }: ListedUser, units: readonly Unit[]): Unit[] {
  return unit_claim === null ? [] : units.filter(({ unit_number }) => isSameDoor(unit_number, unit_claim));
}

/** Whether no unit has the number that somebody claims; false until the units are loaded. */
export function claimsUnknownUnit(user: ListedUser, units: readonly Unit[] | undefined): boolean {
  return units !== undefined && hasClaim(user) && unitsClaimed(user, units).length === 0;
}

export function placeOf({ unit_number, property_name }: Pick<Unit, 'unit_number' | 'property_name'>): string {
  return `${property_name}, ${unit_number}`;
}
