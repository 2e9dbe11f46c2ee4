import * as z from 'zod/mini';
import { METER_LABELS, type Meter } from './meters.ts';
import { amountOf } from '../values/amount.ts';
import { addDays } from '../values/calendar.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { id } from '../values/text.ts';
import { fromHundredths, toDollars, dollarText } from '../values/money.ts';
import { divide } from '../leases/shares.ts';
import { usageText } from './billPrice.ts';
import { CostLine } from './tariffCost.ts';

/** The most homes that share a meter. */
export const MOST_HOMES = 500;
export const CHOOSE_HOMES = 'Please choose the homes that share the meter.';

/** By what the cost of a common meter is divided over its homes. */
export const SHARED_BY = ['area', 'people', 'equally'] as const;
export type SharedBy = (typeof SHARED_BY)[number];

export const SHARED_BY_LABELS: Record<SharedBy, string> = {
  area: 'By area',
  people: 'By people who live there',
  equally: 'Equally',
};

/** Why a share stays with the property: nobody lives there, they moved in during the time, or it comes to nothing. */
export const KEPT = ['vacant', 'moved_in', 'none'] as const;
export type Kept = (typeof KEPT)[number];

/** How the usage up to a reading is divided over the homes. */
export const CommonCost = lazySchema(() =>
  z.object({
    /** In the unit of bills. */
    usage: z.number(),
    from_on: z.iso.date(),
    to_on: z.iso.date(),
    /** Dollars. */
    cost: z.number(),
    working: z.array(CostLine),
    /**
     * What was counted: between two values of the meter, and of the one in whose place it is. Missing from a server of the
     * version before.
     */
    counted: z.optional(z.array(z.object({ serial_number: z.string(), from: z.number(), to: z.number() }))),
    shared_by: z.enum(SHARED_BY),
    /** The weights of all homes together. */
    all: z.number(),
    shares: z.array(
      z.object({
        unit_id: z.int(),
        unit_number: z.string(),
        /** Who is billed; null where nobody lives there. */
        person: z.nullable(z.string()),
        /** Their id. Missing from a server of the version before. */
        user_id: z.optional(z.nullable(z.int())),
        weight: z.number(),
        /** Dollars. */
        amount: z.number(),
        /** Why it stays with the property; null for one that is billed. */
        kept: z.nullable(z.enum(KEPT)),
      }),
    ),
  }),
);
export type CommonCost = z.infer<typeof CommonCost>;

const AMOUNT = 'A share is an amount in dollars and cents.';
/** What was shown before it is billed, so that nothing else is. */
export const AgreedShares = lazySchema(() =>
  z.object({
    shares: z
      .array(
        z.object({
          unit_id: id(CHOOSE_HOMES),
          amount: amountOf({ wrong: AMOUNT, finer: AMOUNT, least: 0, most: 1_000_000 }),
        }),
        CHOOSE_HOMES,
      )
      .check(z.maxLength(MOST_HOMES, `At most ${MOST_HOMES} homes share a meter.`)),
  }),
);

/** A home as it shares, with its weight in hundredths: of a square foot, a person or a home. */
export interface SharingHome {
  hundredths: number;
  /** The first day of those who live there, such as `2026-05-01`; null where nobody does. */
  lived_in_since: string | null;
}

/**
 * Divides a cost in whole cents over homes. The shares sum to the cost: what rounding leaves goes to those it took most from.
 * @param from the day of the reading that the usage is counted from; who came later than the day after it is not billed
 */
export function sharesOf<Home extends SharingHome>(
  cents: number,
  homes: readonly Home[],
  from: string,
): (Home & { cents: number; kept: Kept | null })[] {
  const parts = divide(
    cents,
    homes.map(({ hundredths }) => hundredths),
  );
  return homes.map((home, index) => {
    const part = parts[index] ?? 0;
    return { ...home, cents: part, kept: keptOf(home, part, from) };
  });
}

function keptOf({ lived_in_since }: SharingHome, cents: number, from: string): Kept | null {
  if (cents === 0) return 'none';
  if (lived_in_since === null) return 'vacant';
  return lived_in_since > addDays(from, 1) ? 'moved_in' : null;
}

/** A part of all, such as `3 of 10 people`. */
export function partText(shared_by: SharedBy, weight: number, all: number): string {
  const of = `${usageText(weight)} of ${usageText(all)}`;
  if (shared_by === 'people') return `${of} people`;
  return shared_by === 'area' ? `${of} sq ft` : `${of} homes`;
}

interface DescribedShare {
  kind: Meter;
  /** More than one where the meter was exchanged meanwhile. */
  serial_numbers: readonly string[];
  usage: number;
  shared_by: SharedBy;
  weight: number;
  all: number;
  cents: number;
}

/** The first and the last of many, since an entry's description has a limit. */
function metersText(serials: readonly string[]): string {
  if (serials.length <= 3) return `${serials.length === 1 ? 'meter' : 'meters'} ${serials.join(' and ')}`;
  return `meters ${serials[0]} to ${serials.at(-1)}, ${serials.length} one after the other`;
}

/** The description of a share's ledger entry, such as `Common water meter 118: 42 gal of usage, 3 of 10 people, $12.60`. */
export function shareDescription(share: DescribedShare): string {
  const { name, unit } = METER_LABELS[share.kind];
  const part = partText(share.shared_by, share.weight, share.all);
  const amount = dollarText(toDollars(share.cents));
  return `Common ${name.toLowerCase()} ${metersText(share.serial_numbers)}: ${usageText(share.usage)} ${unit} of usage, ${part}, ${amount}`;
}

/** The sum of weights in hundredths, as it is shown. */
export const allOf = (homes: readonly SharingHome[]): number =>
  fromHundredths(homes.reduce((sum, { hundredths }) => sum + hundredths, 0));
