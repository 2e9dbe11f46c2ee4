/** Compares unit numbers in natural order: 2 before 10, and 2B after 2. */
export const compareNaturally = new Intl.Collator('en-US', { numeric: true });
