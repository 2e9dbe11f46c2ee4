// Numbers as Americans write them. Without `Intl`, whose first use loads its data, which takes a start of the app some 50 ms on a
// slow phone.

/**
 * A number with commas between its thousands, such as `1,234.5`: with at most so many decimals, and at least so many. What lies
 * halfway is rounded away from zero, by the decimals that the number is written with.
 */
export function numberText(value: number, most = 0, least = 0): string {
  const [whole = '', decimals = ''] = rounded(Math.abs(value), most).toFixed(most).split('.');
  const needed = decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, '');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (needed && `.${needed}`);
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** `toFixed` alone would round 1.005 down, since the binary number is a little less. */
function rounded(value: number, decimals: number): number {
  const shifted = Math.round(Number(`${value}e${decimals}`));
  // A number that is written with an exponent is too small for decimals, or too large to have some.
  return Number.isNaN(shifted) ? value : Number(`${shifted}e-${decimals}`);
}
