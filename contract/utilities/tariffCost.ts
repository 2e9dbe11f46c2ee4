import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import {
  costInCents,
  fromHundredths,
  shareInCents,
  toCents,
  toDollars,
  toHundredths,
  toTenThousandths,
} from '../values/money.ts';
import { METERS, type Meter } from './meters.ts';
import type { Pricing, Tier } from './tariffs.ts';

/** What a line of a bill is for, in the order of a bill. */
const PARTS = ['usage', 'fixed_fee', 'minimum', 'tax'] as const;

/** A line of what a usage costs by a tariff. The amounts of a kind sum to its cost. */
export const CostLine = lazySchema(() =>
  z.object({
    kind: z.enum(METERS),
    part: z.enum(PARTS),
    /** Of a usage: how much of it the line is about, in gallons, kWh or therms. */
    quantity: z.optional(z.number()),
    /** Of a usage: dollars for 1 of it. */
    rate: z.optional(z.number()),
    /** Of a tax. */
    percent: z.optional(z.number()),
    /** Dollars. */
    amount: z.number(),
  }),
);
export type CostLine = z.infer<typeof CostLine>;

export interface MeterCost {
  cents: number;
  lines: CostLine[];
}

/**
 * What a usage of a kind costs. Each line is rounded half up to the cent: the part of the usage in each tier, the fixed fee,
 * what is missing to the minimum, and the tax on all of these. Nothing used costs nothing.
 * @param rate the flat rate, in dollars: for a tariff without tiers, and without a tariff
 * @throws {RangeError} for a usage or a rate that is not exact
 */
export function meterCost(
  kind: Meter,
  used: number,
  { rate, tariff }: { rate: number; tariff?: Pricing | undefined },
): MeterCost {
  if (used === 0) return { cents: 0, lines: [] };
  const tiers = tariff && tariff.tiers.length > 0 ? tariff.tiers : [{ up_to: null, rate }];
  const lines: CostLine[] = inTiers(toHundredths(used), tiers).map(({ hundredths, rate }) => ({
    ...{ kind, part: 'usage' as const, quantity: fromHundredths(hundredths), rate },
    amount: toDollars(costInCents(hundredths, toTenThousandths(rate))),
  }));
  let cents = lines.reduce((sum, { amount }) => sum + toCents(amount), 0);
  const add = (line: Omit<CostLine, 'kind' | 'amount'>, more: number) => {
    if (more === 0) return;
    lines.push({ kind, ...line, amount: toDollars(more) });
    cents += more;
  };
  if (!tariff) return { cents, lines };
  add({ part: 'fixed_fee' }, toCents(tariff.fixed_fee));
  add({ part: 'minimum' }, Math.max(toCents(tariff.minimum) - cents, 0));
  const { tax_percent: percent } = tariff;
  add({ part: 'tax', percent }, shareInCents(cents, toTenThousandths(percent)));
  return { cents, lines };
}

/** The parts of a usage by tier, in hundredths; of a tier that the usage does not reach none. */
function inTiers(used: number, tiers: readonly Tier[]): { hundredths: number; rate: number }[] {
  let from = 0;
  return tiers.flatMap(({ up_to, rate }) => {
    const to = up_to === null ? used : Math.min(toHundredths(up_to), used);
    const hundredths = Math.max(to - from, 0);
    from = Math.max(from, to);
    return hundredths > 0 ? [{ hundredths, rate }] : [];
  });
}
