import { toDollars, dollarText } from '../values/money.ts';
import { numberText } from '../values/numberText.ts';
import { METERS, type Meter, METER_LABELS } from './meters.ts';
import type { Settings } from './rates.ts';
import { meterCost, type CostLine, type MeterCost } from './tariffCost.ts';
import type { TariffOfKind } from './tariffs.ts';

export type Usage = Record<`${Meter}_usage`, number>;
export type Costs = Record<`${Meter}_cost`, number>;

/** The price of a bill: each meter's cost in dollars, and the total in cents. */
export interface Price extends Costs {
  cents: number;
}

function costsOf(used: Usage, rates: Settings, tariffs: TariffOfKind): Record<Meter, MeterCost> {
  const cost = (meter: Meter) =>
    meterCost(meter, used[`${meter}_usage`], { rate: rates[`rate_${meter}`], tariff: tariffs[meter] });
  return { water: cost('water'), electric: cost('electric'), gas: cost('gas') };
}

/**
 * The price of a usage: each meter's cost is rounded half up to the cent, and the bill is their sum.
 * @param tariffs those of the home on the day of the reading
 * @throws {RangeError} for a usage or a rate that is not exact
 */
export function priceOf(used: Usage, rates: Settings, tariffs: TariffOfKind = {}): Price {
  const { water, electric, gas } = costsOf(used, rates, tariffs);
  return {
    water_cost: toDollars(water.cents),
    electric_cost: toDollars(electric.cents),
    gas_cost: toDollars(gas.cents),
    cents: water.cents + electric.cents + gas.cents,
  };
}

/** The lines of a bill of which a kind has a tariff; undefined where all of it is priced at flat rates. */
export function workingOf(used: Usage, rates: Settings, tariffs: TariffOfKind): CostLine[] | undefined {
  if (METERS.every((meter) => !tariffs[meter] || used[`${meter}_usage`] === 0)) return undefined;
  const costs = costsOf(used, rates, tariffs);
  return METERS.flatMap((meter) => costs[meter].lines);
}

/** The error message for a bill whose total exceeds the largest ledger entry. */
export function tooLarge(place: string): string {
  return `The bill of ${place} is more than $1,000,000.00. Please check its usage.`;
}

export function usageText(used: number): string {
  return numberText(used, 2);
}

export function percentText(percent: number): string {
  return `${numberText(percent, 4)}%`;
}

/** A line's working, without its kind and its amount, such as `120 gal × $0.0110`. */
export function lineText({ kind, part, quantity = 0, rate = 0, percent = 0 }: CostLine): string {
  if (part === 'fixed_fee') return 'Fixed fee';
  if (part === 'minimum') return 'Added to the minimum';
  if (part === 'tax') return `Tax ${percentText(percent)}`;
  return `${usageText(quantity)} ${METER_LABELS[kind].unit} × $${rate.toFixed(4)}`;
}

/** A line such as `Water 120 gal × $0.0110 = $1.32`, or `Water: Tax 6% = $0.38`. */
function costText(line: CostLine): string {
  const { name } = METER_LABELS[line.kind];
  return `${name}${line.part === 'usage' ? '' : ':'} ${lineText(line)} = ${dollarText(line.amount)}`;
}

/** A line such as `Water 120 gal × $0.0110 = $1.32` for each meter with a usage; of one with a tariff each of its lines. */
export function billLines(used: Usage, rates: Settings, tariffs: TariffOfKind = {}): string[] {
  const costs = costsOf(used, rates, tariffs);
  return METERS.flatMap((meter) => costs[meter].lines.map(costText));
}

/** The description of a bill's ledger entry: of a tariff, what it comes to. */
export function billDescription(used: Usage, rates: Settings, tariffs: TariffOfKind = {}): string {
  const costs = costsOf(used, rates, tariffs);
  return METERS.filter((meter) => used[`${meter}_usage`] > 0)
    .flatMap((meter) => {
      const { lines, cents } = costs[meter];
      if (!tariffs[meter]) return lines.map(costText);
      const { name, unit } = METER_LABELS[meter];
      return `${name} ${usageText(used[`${meter}_usage`])} ${unit} by tariff = ${dollarText(toDollars(cents))}`;
    })
    .join('; ');
}
