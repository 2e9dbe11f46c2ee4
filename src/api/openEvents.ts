import { API_PREFIX, toRequest, VERSION_HEADER, type Input, type Route } from '../../contract/http/route.ts';
import {
  API_BASE,
  ApiError,
  apiErrorOf,
  CREDENTIALS,
  headersOf,
  isOurs,
  READ_PATIENCE,
  Unreachable,
} from './call.ts';
import { measureAnswer } from '../browser/clock.ts';

/**
 * Opens a call that answers server-sent events, which come until the signal is aborted. That none can be opened does not
 * say that there is no connection: a proxy may refuse them.
 * @throws {ApiError} if the server refused it
 * @throws {Unreachable} if no answer of the contract came
 */
export async function openEvents<R extends Route>(
  route: R,
  input: Input<R>,
  { token, signal }: { token: string; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  const timer = setTimeout(end, READ_PATIENCE);
  const learnTime = measureAnswer();
  try {
    signal.throwIfAborted();
    const response = await fetch(API_BASE + API_PREFIX + toRequest(route, input).path, {
      headers: headersOf({ token }, 'text/event-stream'),
      credentials: CREDENTIALS,
      cache: 'no-store',
      signal: ending.signal,
    });
    if (response.headers.has(VERSION_HEADER)) learnTime(response.headers);
    if (isOurs(response)) throw apiErrorOf(response, await response.json());
    const type = response.headers.get('Content-Type') ?? '';
    if (!response.body || !response.headers.has(VERSION_HEADER) || !type.startsWith('text/event-stream')) {
      throw new Unreachable(`an answer of ${response.status} that is not Porchlight's`);
    }
    return response.body;
  } catch (error) {
    throw error instanceof ApiError || error instanceof Unreachable ? error : new Unreachable(error);
  } finally {
    clearTimeout(timer);
  }
}
