import type { ChangedRows } from './changedRows.ts';

/**
 * The list with its changed rows. Each is placed after the row before it, so that no client needs to know the order.
 * Undefined where a row before is missing, since the list is then not that of the ETag.
 */
export function applyChangedRows<Row extends Record<string, unknown>>(
  list: readonly Row[],
  { changed, left }: ChangedRows<Row>,
  id: string,
): Row[] | undefined {
  const moved = new Set<unknown>([...left, ...changed.map(({ row }) => row[id])]);
  const followers = new Map<unknown, Row>(changed.map(({ after, row }) => [after, row]));
  if (followers.size < changed.length) return undefined;
  /** The rows between those that change something stay together, so that ten thousand are not laid one by one. */
  const pieces: (readonly Row[])[] = [];
  const followersOf = (place: unknown) => {
    for (let before = place; ;) {
      const row = followers.get(before);
      if (!row) return;
      followers.delete(before);
      pieces.push([row]);
      before = row[id];
    }
  };
  const places = new Set<unknown>([...moved, ...followers.keys()]);
  let from = 0;
  followersOf(null);
  for (const row of list.filter((each) => places.has(each[id]))) {
    const at = list.indexOf(row, from);
    const isMoved = moved.has(row[id]);
    pieces.push(list.slice(from, isMoved ? at : at + 1));
    if (!isMoved) followersOf(row[id]);
    from = at + 1;
  }
  pieces.push(list.slice(from));
  return followers.size === 0 ? ([] as Row[]).concat(...pieces) : undefined;
}
