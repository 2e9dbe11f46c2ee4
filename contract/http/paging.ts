import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';

/** The most rows of one page. */
export const MAX_PAGE = 1000;

const LIMIT = `limit is a whole number from 1 to ${MAX_PAGE}.`;
const limit = lazySchema(() =>
  z.pipe(
    z.string(LIMIT).check(
      z.regex(/^[1-9]\d{0,3}$/, { error: LIMIT, abort: true }),
      z.refine<string>((digits) => Number(digits) <= MAX_PAGE, LIMIT),
    ),
    z.transform(Number),
  ),
);

/**
 * A header that asks for a list's first page of so many rows, so that the list keeps one address whether it is read in
 * pages or whole. `limit` in the query comes first.
 */
export const PAGE_LIMIT_HEADER = 'Page-Limit';

/** The header of a list's first page: how many rows the whole list has. */
export const TOTAL_HEADER = 'Total-Count';

/** The message for an `after` that no page of the list has given. */
export const WRONG_MARKER = 'after is not a marker that this list has given.';

const after = lazySchema(() =>
  z.string(WRONG_MARKER).check(z.minLength(1, WRONG_MARKER), z.maxLength(4000, WRONG_MARKER)),
);

/** The query of a paged list. Without `limit` and `after` the list is answered whole. */
export const pageQuery = {
  limit: lazySchema(() => z.optional(limit)),
  after: lazySchema(() => z.optional(after)),
};
export const PageQuery = lazySchema(() => z.object(pageQuery));
export type PageQuery = z.output<typeof PageQuery>;

/**
 * A list that is also answered in pages. The `Link` header of a page leads to the next one (RFC 8288), by a marker of the
 * place in the order after which it begins, so that rows that come or go meanwhile shift no others.
 */
export interface Paged {
  /** By what the rows are ordered, for the documentation. The last part tells apart rows that are alike in the others. */
  readonly order: string;
  /** The field by which a row is identified. */
  readonly id: string;
}

/** The marker of the next page by a page's `Link` header; undefined for the last page. */
export function nextMarker(link: string | null): string | undefined {
  const query = /<[^>?]*\?([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return new URLSearchParams(query).get('after') ?? undefined;
}

/** The `Link` header to the page after the marker, of a list with this query. */
export function linkToNext(query: PageQuery, marker: string): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries<string | number | undefined>({ ...query, after: marker })) {
    if (value !== undefined) next.set(name, String(value));
  }
  return `<?${next.toString()}>; rel="next"`;
}
