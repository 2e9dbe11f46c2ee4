import { changeRoutes } from '../../contract/changes/changeRoutes.ts';
import { CURSOR_HEADER, type ListChanges, type Since } from '../../contract/changes/changedRows.ts';
import { nextMarker, PAGE_LIMIT_HEADER, TOTAL_HEADER } from '../../contract/http/paging.ts';
import type { Answer, Route, UntypedInput } from '../../contract/http/route.ts';
import { call, parseAnswer, send, type CallOptions } from './call.ts';

export interface ListOptions extends CallOptions {
  /** How many rows of a paged list its first page has at most. */
  pageLimit?: number;
  /** The ETag of the answer that the device has. */
  knownETag?: string | undefined;
}

/** What a read found: an answer, which may be the first page of a list; or that nothing changed since the known ETag. */
export type ListRead<A> =
  | {
      kind: 'answer';
      answer: A;
      next: string | undefined;
      etag: string | undefined;
      /** Of a list: from which its changes are told. */
      cursor: string | undefined;
      /** How many rows the whole list has, where the server says so with its first page. */
      total: number | undefined;
    }
  | { kind: 'unchanged' };

/** Like `callUntyped`, for a read whose answer the device may have, or of which it reads a page. */
export async function callForList<R extends Route>(
  route: R,
  input: UntypedInput,
  { pageLimit, knownETag, ...options }: ListOptions = {},
): Promise<ListRead<Answer<R>>> {
  const { response, body } = await send(route, input, options, {
    ...(pageLimit ? { [PAGE_LIMIT_HEADER]: String(pageLimit) } : {}),
    ...(knownETag ? { 'If-None-Match': knownETag } : {}),
  });
  if (response.status === 304) return { kind: 'unchanged' };
  const etag = response.headers.get('ETag') ?? undefined;
  const cursor = response.headers.get(CURSOR_HEADER) ?? undefined;
  const answer = parseAnswer(route, body);
  const next = nextMarker(response.headers.get('Link'));
  const total = response.headers.get(TOTAL_HEADER);
  return { kind: 'answer', answer, next, etag, cursor, total: total === null ? undefined : Number(total) };
}

/** What changed in the lists that this device has, by the cursor that came with each. */
export function callForChanges(since: Since, options: CallOptions): Promise<ListChanges> {
  return call(changeRoutes.listChanges, { query: { since: JSON.stringify(since) } }, options);
}
