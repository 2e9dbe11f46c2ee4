import { costInCents, toDollars, toHundredths, toTenThousandths, usdFormat } from '../values/money.ts';
import { METERS, type Meter, METER_LABELS } from './meters.ts';
import type { Settings } from './rates.ts';

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

export function usageText(used: number): string {
  return usageFormat.format(used);
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
