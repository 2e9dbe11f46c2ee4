import {
  ACCEPT_HEADER,
  CHANGED_ROWS,
  CHANGED_ROWS_STATUS,
  changedRowsOf,
  type ChangedRows,
} from '../../contract/changes/changedRows.ts';
import { nextMarker, PAGE_LIMIT_HEADER, TOTAL_HEADER } from '../../contract/http/paging.ts';
import type { Answer, Route, UntypedInput } from '../../contract/http/route.ts';
import { contractMismatch, parseAnswer, send, type CallOptions } from './call.ts';

export interface ListOptions extends CallOptions {
  /** How many rows of a paged list its first page has at most. */
  pageLimit?: number;
  /** The ETag of the list that the device has: only what changed since needs to be answered. */
  knownETag?: string | undefined;
}

/** What a read found: rows, which may be the first page of a list; what changed since the known ETag; or that nothing did. */
export type ListRead<A> =
  | {
      kind: 'rows';
      answer: A;
      next: string | undefined;
      etag: string | undefined;
      /** How many rows the whole list has, where the server says so with its first page. */
      total: number | undefined;
    }
  | { kind: 'changes'; changes: ChangedRows; etag: string | undefined }
  | { kind: 'unchanged' };

/** Like `callUntyped`, for a list that is read in pages or by what changed. */
export async function callForList<R extends Route>(
  route: R,
  input: UntypedInput,
  { pageLimit, knownETag, ...options }: ListOptions = {},
): Promise<ListRead<Answer<R>>> {
  const { response, body } = await send(route, input, options, {
    ...(pageLimit ? { [PAGE_LIMIT_HEADER]: String(pageLimit) } : {}),
    ...(knownETag ? { 'If-None-Match': knownETag } : {}),
    ...(knownETag && route.paged ? { [ACCEPT_HEADER]: CHANGED_ROWS } : {}),
  });
  if (response.status === 304) return { kind: 'unchanged' };
  const etag = response.headers.get('ETag') ?? undefined;
  if (response.status === CHANGED_ROWS_STATUS) {
    const changes = changedRowsOf(route).safeParse(body);
    if (!changes.success) throw contractMismatch(changes.error);
    return { kind: 'changes', changes: changes.data, etag };
  }
  const answer = parseAnswer(route, body);
  const next = nextMarker(response.headers.get('Link'));
  const total = response.headers.get(TOTAL_HEADER);
  return { kind: 'rows', answer, next, etag, total: total === null ? undefined : Number(total) };
}
