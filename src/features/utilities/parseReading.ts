import { usageProblem } from '../../../contract/utilities/utilityBills.ts';
import { priceOf, type Price, type Usage } from '../../../contract/utilities/billPrice.ts';
import type { TariffOfKind } from '../../../contract/utilities/tariffs.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import { METERS, type Meter } from '../../../contract/utilities/meters.ts';
import { NOT_A_NUMBER, parseNumber } from '../../../contract/values/parseNumber.ts';
import { stateOfHome, type HomeState } from './meters/readMeters.ts';
import type { Typed } from '../../offline/subjects/bills.ts';

export const NOTHING: Typed = { water: '', electric: '', gas: '' };

/** The text typed for a unit, parsed to numbers. */
export interface Reading {
  used: Usage;
  /** The error of each meter's text. */
  problems: Partial<Record<Meter, string>>;
  /** Whether a bill can be made: there is a usage and no error. */
  counts: boolean;
  /** What is typed at the home's meters, where it has any. */
  home?: HomeState;
}

/** @param meters those of the home; without any its usage is typed */
export function readingOf(typed: Typed, meters: readonly InstalledMeter[] = []): Reading {
  if (meters.length > 0) {
    const home = stateOfHome(meters, typed.meters);
    const { used, problems } = home;
    return {
      used,
      problems: {},
      counts: !problems && METERS.some((meter) => used[`${meter}_usage`] > 0),
      home,
    };
  }
  const used: Usage = { water_usage: 0, electric_usage: 0, gas_usage: 0 };
  const problems: Reading['problems'] = {};
  for (const meter of METERS) {
    const text = typed[meter].trim();
    const number = text === '' ? 0 : parseNumber(text);
    const problem = Number.isNaN(number) ? NOT_A_NUMBER : usageProblem(meter, number);
    if (problem) problems[meter] = problem;
    else used[`${meter}_usage`] = number;
  }
  const counts = Object.keys(problems).length === 0 && METERS.some((meter) => used[`${meter}_usage`] > 0);
  return { used, problems, counts };
}

/** Undefined without a usage, with an error, or while the rates are unknown. */
export function costOf(
  { used, counts }: Reading,
  rates: Settings | undefined,
  tariffs: TariffOfKind | undefined,
): Price | undefined {
  return counts && rates ? priceOf(used, rates, tariffs) : undefined;
}
