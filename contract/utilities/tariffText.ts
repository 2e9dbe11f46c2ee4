import { dollarText } from '../values/money.ts';
import { percentText, usageText } from './billPrice.ts';
import { type Meter, METER_LABELS } from './meters.ts';
import type { Pricing } from './tariffs.ts';

/** What a tariff says in a line, such as `fixed fee $5.00, up to 100 gal $0.01, above $0.02, tax 6%`. */
export function tariffText(kind: Meter, { fixed_fee, tiers, minimum, tax_percent }: Pricing): string {
  const { unit } = METER_LABELS[kind];
  const rateOf = (rate: number) => `$${rate.toFixed(4)}`;
  const only = tiers.length === 1 ? tiers[0] : undefined;
  const parts = [
    fixed_fee > 0 && `fixed fee ${dollarText(fixed_fee)}`,
    tiers.length === 0 && 'flat rate',
    ...(only
      ? [`${rateOf(only.rate)} per ${METER_LABELS[kind].one}`]
      : tiers.map(({ up_to, rate }) =>
          up_to === null ? `above ${rateOf(rate)}` : `up to ${usageText(up_to)} ${unit} ${rateOf(rate)}`,
        )),
    minimum > 0 && `at least ${dollarText(minimum)}`,
    tax_percent > 0 && `tax ${percentText(tax_percent)}`,
  ];
  return parts.filter(Boolean).join(', ');
}
