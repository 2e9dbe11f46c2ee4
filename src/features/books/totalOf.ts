import { toCents, toDollars } from '../../../contract/values/money.ts';

/** The sum of dollars, added up in cents. */
export function totalOf(dollars: readonly number[]): number {
  return toDollars(dollars.reduce((cents, each) => cents + toCents(each), 0));
}
