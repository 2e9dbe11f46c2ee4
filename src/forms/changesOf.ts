/** Only what really differs, so that saving a form undoes nothing that somebody else changed meanwhile. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const names = Object.keys(after) as (keyof Values)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  ) as Partial<Values>;
}
