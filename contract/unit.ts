import * as z from 'zod/mini';

const Tenant = z.object({ id: z.int(), first_name: z.string(), last_name: z.string() });

export const Unit = z.object({
  id: z.int(),
  property_id: z.int(),
  property_name: z.string(),
  /** The number on the door: text, since "2B" is a number too. */
  unit_number: z.string(),
  /** Dollars a month. */
  rent_amount: z.nullable(z.number()),
  notes: z.nullable(z.string()),
  tenants: z.nullable(z.string()),
  /** The active, confirmed tenants, earliest first; the first is billed. */
  tenant_info: z.array(Tenant),
});
export type Unit = z.infer<typeof Unit>;
