import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { isExact, toTenThousandths } from '../values/money.ts';
import { numberText } from '../values/numberText.ts';
import { Tariff } from './tariffs.ts';

/** The rates in force, in dollars per gallon, per kWh and per therm; 0 until management sets them. */
export const Settings = lazySchema(() =>
  z.object({
    rate_water: z.number(),
    rate_electric: z.number(),
    rate_gas: z.number(),
  }),
);
export type Settings = z.infer<typeof Settings>;

/** In dollars: above any real rate, and within the database's numeric type. */
const HIGHEST_RATE = 10_000;

function rate(name: string) {
  const message = `${name} rate must be a valid positive number.`;
  return z.number(message).check(
    z.minimum(0, message),
    z.maximum(HIGHEST_RATE, `${name} rate can be at most ${numberText(HIGHEST_RATE)}.`),
    z.refine(
      (value) => value < 0 || isExact(toTenThousandths, value),
      `${name} rate can have at most 4 decimals.`,
    ),
  );
}

const rates = {
  rate_water: lazySchema(() => rate('Water')),
  rate_electric: lazySchema(() => rate('Electric')),
  rate_gas: lazySchema(() => rate('Gas')),
};

export const SettingsUpdate = lazySchema(() =>
  z.object({
    ...rates,
    /** The rates that were shown: one that is sent as it was shown stays as it is now, which another manager may have changed. */
    shown: z.optional(z.object(rates, 'The rates that were shown must be given by name.')),
  }),
);

/** The `detail` of `rates_changed`: the rates in force when the readings were taken, and the tariffs that were valid on that day. */
export const RatesChanged = lazySchema(() =>
  z.object({
    rates: Settings,
    /** Missing in the answer of a server of the version before. */
    tariffs: z.optional(z.array(Tariff)),
  }),
);

/** A rate with its own decimals, at least two. */
export function rateText(rate: number): string {
  return `$${numberText(rate, 4, 2)}`;
}
