let collator: Intl.Collator | undefined;

/** Compares unit numbers in natural order: 2 before 10, and 2B after 2. */
export function compareNaturally(one: string, other: string): number {
  // Made when it is first used: it loads what the browser knows of languages, which a start does without.
  collator ??= new Intl.Collator('en-US', { numeric: true });
  return collator.compare(one, other);
}
