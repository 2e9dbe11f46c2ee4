import { API_PREFIX, toRequest, VERSION_HEADER, type Route } from '../../contract/http/route.ts';
import {
  API_BASE,
  apiErrorOf,
  CREDENTIALS,
  headersOf,
  isOurs,
  Unreachable,
  type CallOptions,
} from './call.ts';
import { markOffline, markOnline } from './connection.ts';

/** A long file takes minutes over a slow line, in milliseconds. */
const PATIENCE = 15 * 60_000;

/**
 * Asks for a file that the server makes. The browser keeps a large one on its disk.
 * @throws {ApiError} if the server refused it
 * @throws {Unreachable} if no answer of the contract came, or not all of it
 */
export async function callForFile(route: Route, options: CallOptions): Promise<Blob> {
  const { method, path } = toRequest(route, {});
  let response: Response;
  let answer: Blob | undefined;
  let refusal: unknown;
  try {
    response = await fetch(API_BASE + API_PREFIX + path, {
      method,
      headers: headersOf(options, `${route.produces}, application/json`),
      credentials: CREDENTIALS,
      signal: AbortSignal.timeout(options.patience ?? PATIENCE),
    });
    if (isFile(route, response)) answer = await response.blob();
    else if (isOurs(response)) refusal = await response.json();
  } catch (error) {
    markOffline();
    throw new Unreachable(error);
  }
  if (answer) {
    markOnline();
    return answer;
  }
  if (response.ok || !isOurs(response)) {
    markOffline();
    throw new Unreachable(`an answer of ${response.status} that is not Porchlight's`);
  }
  markOnline();
  throw apiErrorOf(response, refusal);
}

/** Whether an answer is the file, unlike the page of a captive portal. */
function isFile({ produces }: Route, { ok, headers }: Response): boolean {
  return ok && headers.has(VERSION_HEADER) && headers.get('Content-Type') === produces;
}
