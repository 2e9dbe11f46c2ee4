import * as z from 'zod/mini';
import {
  costInCents,
  isExact,
  toCents,
  toDollars,
  toHundredths,
  toTenThousandths,
  usdFormat,
} from '../values/money.ts';
import { givenDay, id, Timestamp } from '../values/text.ts';

/** The meters of a unit, in the order in which they are read. */
export const METERS = ['water', 'electric', 'gas'] as const;
export type Meter = (typeof METERS)[number];

/** A meter's name, its unit, and that unit in the singular for rates. */
export const METER_LABELS: Record<Meter, { name: string; unit: string; one: string }> = {
  water: { name: 'Water', unit: 'gal', one: 'gallon' },
  electric: { name: 'Electric', unit: 'kWh', one: 'kWh' },
  gas: { name: 'Gas', unit: 'therms', one: 'therm' },
};

/** The rates in force, in dollars per gallon, per kWh and per therm; 0 until management sets them. */
export const Settings = z.object({
  rate_water: z.number(),
  rate_electric: z.number(),
  rate_gas: z.number(),
});
export type Settings = z.infer<typeof Settings>;

/** In dollars: above any real rate, and within the database's numeric type. */
const HIGHEST_RATE = 10_000;

function rate(name: string) {
  const message = `${name} rate must be a valid positive number.`;
  return z.number(message).check(
    z.minimum(0, message),
    z.maximum(HIGHEST_RATE, `${name} rate can be at most ${HIGHEST_RATE.toLocaleString('en-US')}.`),
    z.refine(
      (value) => value < 0 || isExact(toTenThousandths, value),
      `${name} rate can have at most 4 decimals.`,
    ),
  );
}

const rates = { rate_water: rate('Water'), rate_electric: rate('Electric'), rate_gas: rate('Gas') };

export const SettingsUpdate = z.object({
  ...rates,
  /** The rates that were shown: one that is sent as it was shown stays as it is now, which another manager may have changed. */
  shown: z.optional(z.object(rates, 'The rates that were shown must be given by name.')),
});

/** In a meter's unit: above what any meter of a home shows. */
const MOST_USED = 99_999_999.99;

function usage(meter: Meter) {
  const { name } = METER_LABELS[meter];
  const message = `${name} usage must be a number that is not negative.`;
  return z.number(message).check(
    z.minimum(0, message),
    z.maximum(MOST_USED, `${name} usage is too large.`),
    z.refine(
      (value) => value < 0 || isExact(toHundredths, value),
      `${name} usage can have at most 2 decimals.`,
    ),
  );
}

const usages = { water: usage('water'), electric: usage('electric'), gas: usage('gas') };

/** The error message for a meter's usage, the same as the call would answer. */
export function usageProblem(meter: Meter, used: number): string | undefined {
  return usages[meter].safeParse(used).error?.issues[0]?.message;
}

function cost(meter: Meter) {
  const message = `${METER_LABELS[meter].name} cost must be an amount in dollars and cents.`;
  return z.number(message).check(
    z.minimum(0, message),
    z.refine((value) => isExact(toCents, value), message),
  );
}

export const NO_USAGE = 'Please enter usage data for at least one unit.';

/** Usage in gallons, kWh and therms, costs in dollars. */
export const UtilityBillEntry = z
  .object(
    {
      user_id: id('Please say whom this bill is for.'),
      water_usage: usages.water,
      electric_usage: usages.electric,
      gas_usage: usages.gas,
      water_cost: cost('water'),
      electric_cost: cost('electric'),
      gas_cost: cost('gas'),
      /** Today by default. */
      due_date: z.optional(givenDay('A due date is written like 2026-11-21.')),
      /** Posts a bill even if the billing party already has one for this month. */
      confirm_duplicates: z.optional(z.boolean('confirm_duplicates must be true or false.')),
    },
    'A bill names whom it is for and what was used.',
  )
  .check(
    z.refine(
      (entry) => METERS.some((meter) => entry[`${meter}_usage`] > 0),
      'A bill needs a usage of more than zero.',
    ),
  );
export type UtilityBillEntry = z.input<typeof UtilityBillEntry>;

const MOST_BILLS = 2000;

export const UtilityBills = z.array(UtilityBillEntry, NO_USAGE).check(
  z.minLength(1, NO_USAGE),
  z.maxLength(MOST_BILLS, `At most ${MOST_BILLS} bills can be posted at once.`),
  z.refine(
    (entries) => new Set(entries.map(({ user_id }) => user_id)).size === entries.length,
    'One person is in this list twice.',
  ),
);

export const UtilityBillsCreated = z.object({
  message: z.string(),
  bills: z.array(
    z.object({
      id: z.int(),
      transaction_id: z.int(),
      user_id: z.int(),
      unit_id: z.int(),
      /** The first day of the month that is billed. */
      month: z.iso.date(),
      /** In dollars. */
      amount: z.number(),
    }),
  ),
});
export type UtilityBillsCreated = z.infer<typeof UtilityBillsCreated>;

/** The usage of a unit's last bill, and its usual usage: the average of up to six last bills. */
export const LastReading = z.object({
  unit_id: z.int(),
  read_at: Timestamp,
  month: z.iso.date(),
  water_usage: z.number(),
  electric_usage: z.number(),
  gas_usage: z.number(),
  usual_water: z.number(),
  usual_electric: z.number(),
  usual_gas: z.number(),
});
export type LastReading = z.infer<typeof LastReading>;

/** The `detail` of `rates_changed`: the rates in force when the readings were taken. */
export const RatesChanged = z.object({ rates: Settings });

/** The `detail` of `already_billed`. */
export const AlreadyBilled = z.object({
  bills: z.array(
    z.object({
      user_id: z.int(),
      unit_number: z.string(),
      property_name: z.string(),
      billed_at: Timestamp,
      billed_by: z.string(),
    }),
  ),
});
export type AlreadyBilled = z.infer<typeof AlreadyBilled>;

/** The `detail` of `no_tenant`: the people who live in no unit any more and cannot be billed. */
export const NoTenant = z.object({ user_ids: z.array(z.int()) });

export type Usage = Record<`${Meter}_usage`, number>;
export type Costs = Record<`${Meter}_cost`, number>;

/** The price of a bill: each meter's cost in dollars, and the total in cents. */
export interface Price extends Costs {
  cents: number;
}

/**
 * The price of a usage: each meter's cost is rounded half up to the cent, and the bill is their sum.
 * @throws {RangeError} for a usage or a rate that is not exact
 */
export function priceOf(used: Usage, rates: Settings): Price {
  const cents = (meter: Meter) =>
    costInCents(toHundredths(used[`${meter}_usage`]), toTenThousandths(rates[`rate_${meter}`]));
  const [water, electric, gas] = [cents('water'), cents('electric'), cents('gas')];
  return {
    water_cost: toDollars(water),
    electric_cost: toDollars(electric),
    gas_cost: toDollars(gas),
    cents: water + electric + gas,
  };
}

/** The error message for a bill whose total exceeds the largest ledger entry. */
export function tooLarge(place: string): string {
  return `The bill of ${place} is more than $1,000,000.00. Please check its usage.`;
}

const usageFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const rateFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

export function usageText(used: number): string {
  return usageFormat.format(used);
}

/** A rate with its own decimals, at least two. */
export function rateText(rate: number): string {
  return `$${rateFormat.format(rate)}`;
}

/** A line such as `Water 120 gal × $0.0110 = $1.32` for each meter with a usage. */
export function billLines(used: Usage, rates: Settings): string[] {
  const price = priceOf(used, rates);
  return METERS.filter((meter) => used[`${meter}_usage`] > 0).map((meter) => {
    const { name, unit } = METER_LABELS[meter];
    const amount = usageText(used[`${meter}_usage`]);
    return `${name} ${amount} ${unit} × $${rates[`rate_${meter}`].toFixed(4)} = ${usdFormat.format(price[`${meter}_cost`])}`;
  });
}

/** The description of a bill's ledger entry. */
export function billDescription(used: Usage, rates: Settings): string {
  return billLines(used, rates).join('; ');
}
