import * as z from 'zod/mini';

export const Property = z.object({
  id: z.int(),
  property_name: z.string(),
  address: z.string(),
  /** As management typed it; ten digits are shown as ddd-ddd-dddd. */
  phone_number: z.nullable(z.string()),
  total_units: z.nullable(z.int()),
});
export type Property = z.infer<typeof Property>;
