import type { Answer, Route, UntypedInput } from '../../../contract/route.ts';
import { callForPage, type CallOptions } from '../../call.ts';

/** The rows of one page: some 250 kB of requests before compression, so that a slow link brings each in time. */
const PAGE = 500;

/**
 * Reads an answer whole; a paged list page by page, of which nothing is returned unless all pages came. A server that
 * knows no pages answers the first request whole.
 * @throws as `call`
 */
export async function readWhole<R extends Route>(
  route: R,
  input: UntypedInput,
  options: CallOptions,
): Promise<Answer<R>> {
  const { paged } = route;
  if (!paged) return (await callForPage(route, input, options)).answer;
  const page = async (after?: string) => {
    const query =
      after === undefined
        ? input.query
        : { ...(input.query as object | undefined), limit: String(PAGE), after };
    const { answer, next } = await callForPage(route, { ...input, query }, { ...options, pageLimit: PAGE });
    return { rows: answer as Record<string, unknown>[], next };
  };
  let { rows, next } = await page();
  if (next === undefined) return rows as Answer<R>;
  // A row whose place in the order changed meanwhile may come twice; the later one is the newer.
  const whole = new Map(rows.map((row) => [row[paged.id], row]));
  while (next !== undefined) {
    ({ rows, next } = await page(next));
    for (const row of rows) {
      whole.delete(row[paged.id]);
      whole.set(row[paged.id], row);
    }
  }
  return [...whole.values()] as Answer<R>;
}
