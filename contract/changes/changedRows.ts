import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';

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
