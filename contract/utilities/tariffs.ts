import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { amountOf } from '../values/amount.ts';
import { isExact, toHundredths, toTenThousandths } from '../values/money.ts';
import { givenDay, id } from '../values/text.ts';
import { METERS, type Meter } from './meters.ts';

/** A part of a usage that has a rate of its own. */
const Tier = lazySchema(() =>
  z.object({
    /** In the unit of bills, from 0 on; null for whatever is above the tier before. */
    up_to: z.nullable(z.number()),
    /** Dollars per gallon, kWh or therm. */
    rate: z.number(),
  }),
);
export type Tier = z.infer<typeof Tier>;

/** How a kind of usage is priced from a day on, in all properties or in one. */
export const Tariff = lazySchema(() =>
  z.object({
    id: z.int(),
    kind: z.enum(METERS),
    /** The property whose homes it is for; null for all that have none of their own. */
    property_id: z.nullable(z.int()),
    /** The first day whose readings it prices, in the community's time zone. */
    valid_from: z.iso.date(),
    /** Dollars, once on each bill with usage of this kind. */
    fixed_fee: z.number(),
    /** Without any, the usage is priced at the flat rate. */
    tiers: z.array(Tier),
    /** Dollars: what usage and fixed fee come to at least. */
    minimum: z.number(),
    /** Of usage, fixed fee and minimum; at most 4 decimals. */
    tax_percent: z.number(),
  }),
);
export type Tariff = z.infer<typeof Tariff>;

/** The most tiers of a tariff. */
export const MOST_TIERS = 8;
/** The most tariffs of a community, earlier ones among them. */
export const MOST_TARIFFS = 1000;

/** In dollars per unit, as a flat rate. */
const HIGHEST_RATE = 10_000;
const HIGHEST_FEE = 10_000;
/** In a bill's unit: above what any meter of a home shows. */
const HIGHEST_TIER = 99_999_999;

const FEE = 'A fixed fee is an amount in dollars and cents, up to $10,000.00.';
const MINIMUM = 'A minimum is an amount in dollars and cents, up to $10,000.00.';
const TAX = 'A tax is from 0 to 100 percent, with at most 4 decimals.';
const RATE = 'The rate of a tier is from 0 to 10,000, with at most 4 decimals.';
const UP_TO = 'A tier ends at a usage above zero, with at most 2 decimals.';
const TIERS = `A tariff has at most ${MOST_TIERS} tiers.`;
const ORDER = 'Each tier ends above the one before, and only the last one has no end.';

const fee = (message: string) => amountOf({ wrong: message, finer: message, least: 0, most: HIGHEST_FEE });

const GivenTier = lazySchema(() =>
  z.object(
    {
      up_to: z.nullable(
        z
          .number(UP_TO)
          .check(z.refine((end) => end > 0 && end <= HIGHEST_TIER && isExact(toHundredths, end), UP_TO)),
      ),
      rate: z
        .number(RATE)
        .check(
          z.refine((rate) => rate >= 0 && rate <= HIGHEST_RATE && isExact(toTenThousandths, rate), RATE),
        ),
    },
    TIERS,
  ),
);

/** Whether the tiers cover every usage, each part of it once. */
function tile(tiers: readonly Tier[]): boolean {
  return tiers.every(({ up_to }, index) => {
    const isLast = index === tiers.length - 1;
    if (up_to === null || isLast) return up_to === null && isLast;
    return up_to > (tiers[index - 1]?.up_to ?? 0);
  });
}

/** A tariff to be set. One of the same kind and day, for the same homes, is replaced. */
export const NewTariff = lazySchema(() =>
  z.object({
    kind: z.enum(METERS, 'A tariff is for water, electric or gas.'),
    /** Left out: for all properties that have none of their own. */
    property_id: z.optional(z.nullable(id('Please choose a property from the list.'))),
    valid_from: givenDay('Please say from which day on it is valid.'),
    fixed_fee: fee(FEE),
    tiers: z.array(GivenTier, TIERS).check(z.maxLength(MOST_TIERS, TIERS), z.refine(tile, ORDER)),
    minimum: fee(MINIMUM),
    tax_percent: z
      .number(TAX)
      .check(z.refine((tax) => tax >= 0 && tax <= 100 && isExact(toTenThousandths, tax), TAX)),
  }),
);
export type NewTariff = z.input<typeof NewTariff>;

/** What a kind of usage is priced by; a kind that is missing has the flat rate. */
export type Pricing = Pick<Tariff, 'fixed_fee' | 'tiers' | 'minimum' | 'tax_percent'>;
export type TariffOfKind = Partial<Record<Meter, Pricing>>;

/**
 * The tariffs that price what is read on a day: of each kind and property the latest.
 * @param day in the community's time zone, such as `2026-11-28`
 */
export function validTariffs(tariffs: readonly Tariff[], day: string): Tariff[] {
  const latest = new Map<string, Tariff>();
  for (const tariff of tariffs) {
    const of = `${tariff.kind} ${tariff.property_id ?? ''}`;
    if (tariff.valid_from > day || tariff.valid_from < (latest.get(of)?.valid_from ?? '')) continue;
    latest.set(of, tariff);
  }
  return [...latest.values()];
}

/**
 * The tariffs of a home's bill: of each kind that of its property, else that of all.
 * @param valid one of each kind and property
 */
export function tariffsOf(valid: readonly Tariff[], property_id: number | undefined): TariffOfKind {
  const found: TariffOfKind = {};
  for (const kind of METERS) {
    const ofKind = valid.filter((tariff) => tariff.kind === kind);
    const tariff =
      ofKind.find((each) => each.property_id === property_id) ??
      ofKind.find((each) => each.property_id === null);
    if (tariff) found[kind] = tariff;
  }
  return found;
}
