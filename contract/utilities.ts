import * as z from 'zod/mini';

/** The rates in force, in dollars per gallon, per kWh and per therm; 0 until management sets them. */
export const Settings = z.object({
  rate_water: z.number(),
  rate_electric: z.number(),
  rate_gas: z.number(),
});
export type Settings = z.infer<typeof Settings>;
