import {
  METERS,
  priceOf,
  usageProblem,
  type Meter,
  type Price,
  type Settings,
  type Usage,
} from '../../../contract/utilities.ts';
import { parseNumber } from '../../ui/forms/parseNumber.ts';
import type { Typed } from '../../offline/subjects/bills.ts';

export const NOTHING: Typed = { water: '', electric: '', gas: '' };

/** What is typed for a unit, as the numbers it means. */
export interface Reading {
  used: Usage;
  /** What is wrong with a meter's text. */
  problems: Partial<Record<Meter, string>>;
  /** Whether a bill can be made of it: something was used, and nothing is wrong. */
  counts: boolean;
}

export function readingOf(typed: Typed): Reading {
  const used: Usage = { water_usage: 0, electric_usage: 0, gas_usage: 0 };
  const problems: Reading['problems'] = {};
  for (const meter of METERS) {
    const text = typed[meter].trim();
    const number = text === '' ? 0 : parseNumber(text);
    const problem = usageProblem(meter, number);
    if (problem) problems[meter] = problem;
    else used[`${meter}_usage`] = number;
  }
  const counts = Object.keys(problems).length === 0 && METERS.some((meter) => used[`${meter}_usage`] > 0);
  return { used, problems, counts };
}

/** Undefined where nothing was used or a number is wrong, and while the rates are not known. */
export function costOf(typed: Typed, rates: Settings | undefined): Price | undefined {
  const { used, counts } = readingOf(typed);
  return counts && rates ? priceOf(used, rates) : undefined;
}
