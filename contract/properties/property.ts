import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { optionalText, requiredText } from '../values/text.ts';
import { isTimeZone } from '../values/timeZone.ts';
import { numberText } from '../values/numberText.ts';

export const Property = lazySchema(() =>
  z.object({
    id: z.int(),
    property_name: z.string(),
    address: z.string(),
    /** As typed by management; ten digits are shown as ddd-ddd-dddd. */
    phone_number: z.nullable(z.string()),
    total_units: z.nullable(z.int()),
    /** An IANA name, such as `America/Chicago`; null where it is the community’s. */
    time_zone: z.nullable(z.string()),
  }),
);
export type Property = z.infer<typeof Property>;

const UNITS = 'Number of units must be a whole number of 1 or more.';
const MOST_UNITS = 100_000;

const propertyName = lazySchema(() => requiredText('Property name is required', 120));
const address = lazySchema(() => requiredText('Property address is required', 300));
const phone = lazySchema(() => z.optional(optionalText('Phone must be text.', 40)));
const totalUnits = lazySchema(() =>
  z.optional(
    z.nullable(
      z
        .int(UNITS)
        .check(
          z.minimum(1, UNITS),
          z.maximum(MOST_UNITS, `Number of units can be at most ${numberText(MOST_UNITS)}.`),
        ),
    ),
  ),
);

const TIME_ZONE = 'Time zone must be an IANA name such as America/Chicago.';
const timeZone = lazySchema(() =>
  z.optional(
    optionalText(TIME_ZONE, 60).check(z.refine((name) => name === null || isTimeZone(name), TIME_ZONE)),
  ),
);

export const NewProperty = lazySchema(() =>
  z.object({ propertyName, address, phoneNumber: phone, totalUnits, timeZone }),
);

/** A missing field is left unchanged. */
export const PropertyUpdate = lazySchema(() =>
  z.object({
    property_name: z.optional(propertyName),
    address: z.optional(address),
    phone_number: phone,
    total_units: totalUnits,
    time_zone: timeZone,
  }),
);

/** A property's name for a choice among `properties`: with its address or id where another has the same name. */
export function propertyLabel(
  { id, property_name, address }: Property,
  properties: readonly Property[],
): string {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const namesakes = properties.filter((each) => each.id !== id && same(each.property_name, property_name));
  if (namesakes.length === 0) return property_name;
  const apart = namesakes.every((each) => !same(each.address, address));
  return `${property_name} (${apart ? address : `ID ${id}`})`;
}
