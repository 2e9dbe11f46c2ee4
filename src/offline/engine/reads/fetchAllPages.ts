import type { Answer, Route, UntypedInput } from '../../../../contract/http/route.ts';
import { ApiError } from '../../../api/call.ts';
import { callForList, type ListOptions, type ListRead } from '../../../api/callForList.ts';
import { now } from '../../../browser/clock.ts';

/** The rows of one page: some 250 kB of requests before compression, so that a slow link brings each in time. */
const PAGE = 500;

/** An answer with all its pages, or that nothing changed since the known ETag. */
export type FetchedRead<A> = (Version & { kind: 'whole'; answer: A; asOf: Date }) | { kind: 'unchanged' };

/** With what the server is asked later whether an answer changed: its ETag, or the cursor of a list. */
export interface Version {
  etag?: string | undefined;
  cursor?: string | undefined;
}

type Row = Record<string, unknown>;

/** The pages of a list that came, and where the next one begins. */
export interface Unfinished {
  rows: Row[];
  /** How many rows the list had when its first page was read; undefined where the server does not say. */
  total: number | undefined;
  /** Of the first page: what changes while the others are read is told by the next refresh. */
  cursor: string | undefined;
  asOf: Date;
  next: string;
}

/** Where the pages of a list stay until all of them came. */
export interface PagesInProgress {
  current: Unfinished | undefined;
  /** Called after each page but the last one; with nothing where the server does not know where the next one begins. */
  change: (unfinished?: Unfinished) => Promise<void>;
}

/**
 * Reads an answer; a paged list page by page, from where an earlier reading of it was cut. A server that knows no pages
 * answers the first request whole.
 * @throws as `call`
 */
export async function fetchAllPages<R extends Route>(
  route: R,
  input: UntypedInput,
  options: ListOptions,
  unfinished: PagesInProgress,
): Promise<FetchedRead<Answer<R>>> {
  const { paged } = route;
  const asOf = now();
  let resumed = unfinished.current !== undefined;
  if (!unfinished.current) {
    const first = await callForList(route, input, { ...options, ...(paged ? { pageLimit: PAGE } : {}) });
    if (first.kind === 'unchanged') return first;
    const { answer, etag, cursor, next, total } = first;
    if (!paged) return { kind: 'whole', answer, etag, asOf: now() };
    if (next === undefined) return { kind: 'whole', answer, cursor, asOf: now() };
    await unfinished.change({ rows: rowsOf(answer), total, cursor, asOf, next });
  }
  for (;;) {
    const { current } = unfinished;
    if (!current || !paged) throw new Error('Only a list has pages.');
    const query: object = {
      ...(input.query as object | undefined),
      limit: String(PAGE),
      after: current.next,
    };
    let page: ListRead<Answer<R>>;
    try {
      page = await callForList(route, { ...input, query }, { ...options, knownETag: undefined });
    } catch (error) {
      if (!resumed || !(error instanceof ApiError) || error.status !== 400) throw error;
      // A place that this server has not given: the list is read from its beginning.
      await unfinished.change();
      return fetchAllPages(route, input, options, unfinished);
    }
    resumed = false;
    if (page.kind === 'unchanged') throw new Error('A page has rows.');
    // A row whose place in the order changed meanwhile may come twice; the later one is the newer.
    const again = new Set(rowsOf(page.answer).map((row) => row[paged.id]));
    const rows = [...current.rows.filter((row) => !again.has(row[paged.id])), ...rowsOf(page.answer)];
    const { next } = page;
    if (next === undefined) {
      return { kind: 'whole', answer: rows as Answer<R>, cursor: current.cursor, asOf: current.asOf };
    }
    await unfinished.change({ ...current, rows, next });
  }
}

function rowsOf(answer: unknown): Row[] {
  return answer as Row[];
}
