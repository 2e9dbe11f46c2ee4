import * as z from 'zod/mini';
import type { Route } from './route.ts';

/**
 * A paged list is also answered by what changed (RFC 3229): a request with the ETag that its client has in
 * `If-None-Match` and this instance manipulation in `A-IM` is answered 304 if nothing changed, 226 with the changed rows,
 * or 200 with the list where the ETag is too old or unknown.
 */
export const CHANGED_ROWS = 'rows';
export const ACCEPT_HEADER = 'A-IM';
export const APPLIED_HEADER = 'IM';
export const CHANGED_ROWS_STATUS = 226;

/** The rows of a list that were added or changed, in the list's order, and the ids of those that left. */
export interface ChangedRows<Row = Record<string, unknown>> {
  /** `after` is the id of the row before it in the list; null for the first. */
  changed: { after: number | null; row: Row }[];
  left: number[];
}

/** The schema of the changed rows of a paged list. */
export function changedRowsOf({ answer }: Route): z.ZodMiniType<ChangedRows> {
  if (!(answer instanceof z.ZodMiniArray)) throw new Error('Only a list has rows.');
  const row = answer.def.element as z.ZodMiniType<Record<string, unknown>>;
  return z.object({
    changed: z.array(z.object({ after: z.nullable(z.int()), row })),
    left: z.array(z.int()),
  });
}

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
