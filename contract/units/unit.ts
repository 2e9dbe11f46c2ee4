import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { amountOf } from '../values/amount.ts';
import { isExact, toHundredths } from '../values/money.ts';
import { id, optionalText, requiredText } from '../values/text.ts';
import { numberText } from '../values/numberText.ts';

const Tenant = lazySchema(() => z.object({ id: z.int(), first_name: z.string(), last_name: z.string() }));

export const Unit = lazySchema(() =>
  z.object({
    id: z.int(),
    property_id: z.int(),
    property_name: z.string(),
    /** The number on the door: text, such as "2B". */
    unit_number: z.string(),
    /** Dollars a month. */
    rent_amount: z.nullable(z.number()),
    notes: z.nullable(z.string()),
    tenants: z.nullable(z.string()),
    /** Square feet, by which common meters are shared. Missing from a server of the version before. */
    area: z.optional(z.nullable(z.number())),
    /** The active, confirmed tenants, earliest first; the first is billed. */
    tenant_info: z.array(Tenant),
  }),
);
export type Unit = z.infer<typeof Unit>;

const RENT = 'Rent amount must be a number that is not negative.';
/** In dollars a month. */
const HIGHEST_RENT = 1_000_000;

const propertyId = lazySchema(() => id('Property ID is required'));
const unitNumber = lazySchema(() =>
  requiredText('Unit number is required', 20).check(
    // Text such as "2B" is NaN and passes.
    z.refine((number) => !(Number(number) < 1), 'Unit number must be 1 or more.'),
  ),
);
const rentAmount = lazySchema(() =>
  z.optional(
    z.nullable(
      amountOf({
        wrong: RENT,
        tooLarge: `Rent amount can be at most ${numberText(HIGHEST_RENT)}.`,
        finer: 'Rent amount can have at most 2 decimals.',
        least: 0,
        most: HIGHEST_RENT,
      }),
    ),
  ),
);
const notes = lazySchema(() => z.optional(optionalText('Notes must be text.', 2000)));
const tenants = lazySchema(() => z.optional(optionalText('Tenants must be text.', 500)));

const AREA = 'Area is a number of square feet above zero, with at most 2 decimals.';
/** In square feet. */
const LARGEST_AREA = 100_000;
const area = lazySchema(() =>
  z.optional(
    z.nullable(
      z
        .number(AREA)
        .check(z.refine((feet) => feet > 0 && feet <= LARGEST_AREA && isExact(toHundredths, feet), AREA)),
    ),
  ),
);

export const NewUnit = lazySchema(() =>
  z.object({ propertyId, unitNumber, rentAmount, notes, tenants, area }),
);

/** A missing field is left unchanged. */
export const UnitUpdate = lazySchema(() =>
  z.object({
    property_id: z.optional(propertyId),
    unit_number: z.optional(unitNumber),
    rent_amount: rentAmount,
    notes,
    tenants,
    area,
  }),
);

/** "Unit 101, Maple Court"; of a unit without a property its number alone. */
export function unitLabel(
  { unit_number, property_name }: { unit_number: string | null; property_name: string | null },
  none = 'No unit',
): string {
  if (!unit_number) return none;
  return property_name ? `Unit ${unit_number}, ${property_name}` : `Unit ${unit_number}`;
}

/** The label of a user's own unit, or of a claimed one that waits for confirmation. */
export function ownUnitLabel(user: { unit_number: string | null; unit_claim: string | null }): string {
  const { unit_number, unit_claim } = user;
  return unit_number ?? (unit_claim ? `${unit_claim} (waiting for management to confirm)` : '(not set)');
}
