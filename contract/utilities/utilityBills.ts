import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { isExact, toCents, toHundredths } from '../values/money.ts';
import { givenDay, id, Timestamp } from '../values/text.ts';
import { BilledReadings, ShownValue } from './installedMeter.ts';
import { METERS, type Meter, METER_LABELS } from './meters.ts';

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

const usages = {
  water: lazySchema(() => usage('water')),
  electric: lazySchema(() => usage('electric')),
  gas: lazySchema(() => usage('gas')),
};

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
export const UtilityBillEntry = lazySchema(() =>
  z
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
        /** Whether the costs are those by tariffs, as the caller knows them. Without it costs at flat rates are taken, and the tariffs are billed. */
        by_tariff: z.optional(z.boolean('by_tariff must be true or false.')),
        /** What the meters of the home show. The usage is that between them and the readings before. */
        readings: z.optional(BilledReadings),
      },
      'A bill names whom it is for and what was used.',
    )
    .check(
      z.refine(
        (entry) => METERS.some((meter) => entry[`${meter}_usage`] > 0),
        'A bill needs a usage of more than zero.',
      ),
    ),
);
export type UtilityBillEntry = z.input<typeof UtilityBillEntry>;

const MOST_BILLS = 2000;

export const UtilityBills = lazySchema(() =>
  z.array(UtilityBillEntry, NO_USAGE).check(
    z.minLength(1, NO_USAGE),
    z.maxLength(MOST_BILLS, `At most ${MOST_BILLS} bills can be posted at once.`),
    z.refine(
      (entries) => new Set(entries.map(({ user_id }) => user_id)).size === entries.length,
      'One person is in this list twice.',
    ),
  ),
);

export const UtilityBillsCreated = lazySchema(() =>
  z.object({
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
    /** What the meters of the bills were read at. Missing in the answer of a server of the version before. */
    readings: z.optional(
      z.array(z.extend(ShownValue, { meter_id: z.int(), following_photos: z.optional(z.array(z.string())) })),
    ),
  }),
);
export type UtilityBillsCreated = z.infer<typeof UtilityBillsCreated>;

/** The usage of a unit's last bill, and its usual usage: the average of up to six last bills. */
export const LastReading = lazySchema(() =>
  z.object({
    unit_id: z.int(),
    read_at: Timestamp,
    month: z.iso.date(),
    water_usage: z.number(),
    electric_usage: z.number(),
    gas_usage: z.number(),
    usual_water: z.number(),
    usual_electric: z.number(),
    usual_gas: z.number(),
  }),
);
export type LastReading = z.infer<typeof LastReading>;

/** The `detail` of `already_billed`. */
export const AlreadyBilled = lazySchema(() =>
  z.object({
    bills: z.array(
      z.object({
        user_id: z.int(),
        unit_number: z.string(),
        property_name: z.string(),
        billed_at: Timestamp,
        billed_by: z.string(),
      }),
    ),
  }),
);
export type AlreadyBilled = z.infer<typeof AlreadyBilled>;

/** The `detail` of `no_tenant`: the people who live in no unit any more and cannot be billed. */
export const NoTenant = lazySchema(() => z.object({ user_ids: z.array(z.int()) }));
