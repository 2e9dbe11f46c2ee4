/** What a list keeps in the address of its screen. A dialog that opens above it leaves that as it is. */
export const LIST_PARAMETERS = [
  'search',
  'by',
  'show',
  'sort',
  'property',
  'home',
  'age',
  'stage',
  'urgency',
  'category',
  'waiting',
  'assignee',
  'view',
  'column',
] as const;
export type ListParameter = (typeof LIST_PARAMETERS)[number];

/** What the address says of the list alone. */
export function listPartOf(address: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    LIST_PARAMETERS.flatMap((name) => {
      const value = address.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
