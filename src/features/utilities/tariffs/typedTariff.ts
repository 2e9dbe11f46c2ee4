import { METER_LABELS, type Meter } from '../../../../contract/utilities/meters.ts';
import {
  MOST_TIERS,
  type NewTariff,
  type Tariff,
  type Tier,
} from '../../../../contract/utilities/tariffs.ts';
import { parseAmount, parseNumber, parsePercent } from '../../../../contract/values/parseNumber.ts';

/** As the fields have it. */
export interface TypedTariff {
  kind: Meter;
  /** The id of a property; empty for all of them. */
  property_id: string;
  valid_from: string;
  /** A line for each tier, such as `1000: 0.01`, the last one as `above: 0.02`. */
  tiers: string;
  fixed_fee: string;
  minimum: string;
  tax_percent: string;
  /** A usage to see what it would cost, which is not sent. */
  sample: string;
}

const SAMPLES: Record<Meter, string> = { water: '3000', electric: '500', gas: '40' };

const EMPTY: TypedTariff = {
  ...{ kind: 'water', property_id: '', valid_from: '', tiers: '' },
  ...{ fixed_fee: '0', minimum: '0', tax_percent: '0', sample: SAMPLES.water },
};

/** What the form begins with: a tariff that is to be changed, or one of which nothing is known. */
export function typedTariff(tariff: Tariff | undefined, today: string): TypedTariff {
  if (!tariff) return { ...EMPTY, valid_from: today };
  const { kind, property_id, valid_from, tiers, fixed_fee, minimum, tax_percent } = tariff;
  return {
    ...{ kind, valid_from, property_id: property_id === null ? '' : String(property_id) },
    tiers: tiers.map(({ up_to, rate }) => `${up_to ?? ABOVE}: ${rate}`).join('\n'),
    ...{ fixed_fee: String(fixed_fee), minimum: String(minimum), tax_percent: String(tax_percent) },
    sample: SAMPLES[kind],
  };
}

const ABOVE = 'above';
/** The decimals of a rate. */
const DECIMALS = 4;

/** What was typed, as tiers: a line without a colon is the rate of everything, or of what is above the line before. */
function tiersIn(text: string): Tier[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      const end = colon < 0 ? ABOVE : line.slice(0, colon).trim().toLowerCase();
      return {
        up_to: end === ABOVE ? null : parseNumber(end),
        rate: parseAmount(line.slice(colon + 1), DECIMALS),
      };
    });
}

/** What the form sends. */
export function tariffOf(typed: TypedTariff): NewTariff {
  const { kind, property_id, valid_from, tiers } = typed;
  return {
    ...{ kind, valid_from, property_id: property_id === '' ? null : Number(property_id) },
    tiers: tiersIn(tiers),
    fixed_fee: parseAmount(typed.fixed_fee),
    minimum: parseAmount(typed.minimum),
    tax_percent: parsePercent(typed.tax_percent),
  };
}

/** The field at which it is said what is wrong with a tier. */
export const TIER_FIELDS = Object.fromEntries(
  Array.from({ length: MOST_TIERS }, (_, index) => [`tiers.${index}.up_to`, `tiers.${index}.rate`])
    .flat()
    .map((name) => [name, 'tiers' as const]),
);

/** How tiers of a kind are typed. */
export function tiersHelp(kind: Meter): string {
  const { unit, one } = METER_LABELS[kind];
  return `A line for each: up to how many ${unit}, a colon, and dollars per ${one}. The last line begins with “above”. Without any, the flat rate.`;
}

export const sampleOf = (kind: Meter): string => SAMPLES[kind];
