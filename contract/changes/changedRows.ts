import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import type { Route } from '../http/route.ts';

/** The rows of a list that were added or changed, in the list's order, and the ids of those that left. */
export interface ChangedRows<Row = Record<string, unknown>> {
  /** `after` is the id of the row before it in the list; null for the first. */
  changed: { after: number | null; row: Row }[];
  left: number[];
}

function changedRows<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    changed: z.array(z.object({ after: z.nullable(z.int()), row })),
    left: z.array(z.int()),
  });
}

/** The schema of the changed rows of a paged list. */
export function changedRowsOf({ answer }: Route): z.ZodMiniType<ChangedRows> {
  if (!(answer instanceof z.ZodMiniArray)) throw new Error('Only a list has rows.');
  return changedRows(answer.def.element as z.ZodMiniType<Record<string, unknown>>);
}

/** The header of a paged list, whole or its first page: the cursor from which its changes are told. */
export const CURSOR_HEADER = 'Changes-Cursor';

/** The most lists that one request asks about. */
export const MOST_LISTS = 20;

const SINCE =
  'since is a JSON object: the lists that the client has, such as ["listUsers"], by the cursor that came with them.';

/** Lists by cursor. A list is a call and its input, such as `listMaintenance&completed=false`. */
export type Since = Record<string, string[]>;

export const ListChangesQuery = lazySchema(() =>
  z.object({
    since: z.pipe(
      z.string(SINCE).check(z.maxLength(12_000, SINCE)),
      z.pipe(
        z.transform((text: string, context) => {
          try {
            return JSON.parse(text) as unknown;
          } catch {
            context.issues.push({ code: 'custom', message: SINCE, input: text });
            return z.NEVER;
          }
        }),
        z
          .record(z.string(SINCE), z.array(z.string(SINCE), SINCE), SINCE)
          .check(z.refine((lists) => Object.values(lists).flat().length <= MOST_LISTS, SINCE)),
      ),
    ),
  }),
);

export const ListChanges = lazySchema(() =>
  z.object({
    /** From which the next changes of all lists that were asked about are told. */
    cursor: z.string(),
    /** The lists in which something changed; `whole` for one that has to be read whole, since what changed is not known. */
    lists: z.record(
      z.string(),
      z.union([z.literal('whole'), changedRows(z.record(z.string(), z.unknown()))]),
    ),
  }),
);
export type ListChanges = z.infer<typeof ListChanges>;
