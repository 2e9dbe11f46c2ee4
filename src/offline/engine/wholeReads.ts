import type { Answer, Route, UntypedInput } from '../../../contract/route.ts';
import { callForList, type CallOptions, type ListRead } from '../../call.ts';

/** The rows of one page: some 250 kB of requests before compression, so that a slow link brings each in time. */
const PAGE = 500;

/** A list read whole, or what changed since the known ETag. */
export type WholeRead<A> =
  { kind: 'whole'; answer: A; etag: string | undefined } | Exclude<ListRead<A>, { kind: 'rows' }>;

/**
 * Reads an answer whole; a paged list page by page, of which nothing is returned unless all pages came, or by what
 * changed since the known ETag. A server that knows no pages answers the first request whole.
 * @throws as `call`
 */
export async function readWhole<R extends Route>(
  route: R,
  input: UntypedInput,
  options: CallOptions,
): Promise<WholeRead<Answer<R>>> {
  const { paged } = route;
  const first = await callForList(route, input, { ...options, ...(paged ? { pageLimit: PAGE } : {}) });
  if (first.kind !== 'rows') return first;
  // Of the first page: what changes while the others are read is told by the next refresh.
  const { etag } = first;
  if (!paged || first.next === undefined) return { kind: 'whole', answer: first.answer, etag };
  // A row whose place in the order changed meanwhile may come twice; the later one is the newer.
  const whole = new Map(rowsOf(first).map((row) => [row[paged.id], row]));
  const pageOptions = { ...options, knownETag: undefined };
  let next: string | undefined = first.next;
  while (next !== undefined) {
    const query: object = { ...(input.query as object | undefined), limit: String(PAGE), after: next };
    const page: ListRead<Answer<R>> = await callForList(route, { ...input, query }, pageOptions);
    if (page.kind !== 'rows') throw new Error('A page has rows.');
    for (const row of rowsOf(page)) {
      whole.delete(row[paged.id]);
      whole.set(row[paged.id], row);
    }
    ({ next } = page);
  }
  return { kind: 'whole', answer: [...whole.values()] as Answer<R>, etag };
}

function rowsOf({ answer }: { answer: unknown }): Record<string, unknown>[] {
  return answer as Record<string, unknown>[];
}
