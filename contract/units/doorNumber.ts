import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { nameText } from '../values/text.ts';

const NOT_A_DOOR = 'Unit number must be what is on the door.';
const NOT_WHOLE = 'Unit number must be a whole number.';
const TOO_SMALL = 'Unit number must be 1 or more.';
const LONGEST = 20;

const DIGITS = /^\d+$/;
/** As of "1.5" and "-2"; "2E1" is a door. */
const NUMERIC = /^[-+]?\d*[.,]?\d+$/;

const text = lazySchema(() =>
  nameText(NOT_A_DOOR, LONGEST).check(
    z.refine((door) => !NUMERIC.test(door) || !(Number(door) < 1), { error: TOO_SMALL, abort: true }),
    z.refine((door) => !NUMERIC.test(door) || DIGITS.test(door), NOT_WHOLE),
  ),
);
const number = lazySchema(() =>
  z.number().check(
    z.refine((door) => Number.isInteger(door), { error: NOT_WHOLE, abort: true }),
    z.minimum(1, TOO_SMALL),
    z.maximum(999_999_999, 'This unit number is too long.'),
  ),
);

/** What is on a door: a whole number as a number, anything else, such as "2B" or "007", as text. */
export const DoorNumber = lazySchema(() =>
  z.union([number, text], {
    // Of a number that is none or of a text that is none, what is said of it.
    error: ({ errors }) => errors.flat().find(({ code }) => code !== 'invalid_type')?.message ?? NOT_A_DOOR,
  }),
);
export type DoorNumber = z.infer<typeof DoorNumber>;

/** What is sent of what is typed: the number that says the same as its digits, else the text; null where nothing is typed. */
export function doorNumberOf(typed: string): DoorNumber | null {
  const door = typed.trim();
  if (door === '') return null;
  return /^(0|[1-9]\d{0,8})$/.test(door) ? Number(door) : door;
}

/** Whether two texts name the same door: without regard to case, spaces and leading zeros, as `door_number` in the database. */
export function isSameDoor(one: string, other: string): boolean {
  return plainDoor(one) === plainDoor(other);
}

/** The number in "Apt 2B", "#101" or "Unit 7", as people write their addresses; undefined where nothing is before it. */
export function bareDoor(door: string): string | undefined {
  const bare = door.trim().replace(/^(?:(?:apartment|apt|unit|no)(?=[\s.#])[\s.]*)?#?\s*/i, '');
  return bare === '' || bare === door.trim() ? undefined : bare;
}

function plainDoor(door: string): string {
  return door
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/^0+(?=.)/, '');
}
