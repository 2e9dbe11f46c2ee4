import * as z from 'zod/mini';
import { optionalText, requiredText } from './text.ts';

export const Property = z.object({
  id: z.int(),
  property_name: z.string(),
  address: z.string(),
  /** As typed by management; ten digits are shown as ddd-ddd-dddd. */
  phone_number: z.nullable(z.string()),
  total_units: z.nullable(z.int()),
});
export type Property = z.infer<typeof Property>;

const UNITS = 'Number of units must be a whole number of 1 or more.';
const MOST_UNITS = 100_000;

const propertyName = requiredText('Property name is required', 120);
const address = requiredText('Property address is required', 300);
const phone = z.optional(optionalText('Phone must be text.', 40));
const totalUnits = z.optional(
  z.nullable(
    z
      .int(UNITS)
      .check(
        z.minimum(1, UNITS),
        z.maximum(MOST_UNITS, `Number of units can be at most ${MOST_UNITS.toLocaleString('en-US')}.`),
      ),
  ),
);

export const NewProperty = z.object({ propertyName, address, phoneNumber: phone, totalUnits });

/** A missing field is left unchanged. */
export const PropertyUpdate = z.object({
  property_name: z.optional(propertyName),
  address: z.optional(address),
  phone_number: phone,
  total_units: totalUnits,
});
