import pLimit from 'p-limit';
import { ApiError } from '../../http/apiError.ts';

/** Each of them has files in memory. */
const MOST_WAITING = 5;

const oneAtATime = pLimit(1);

/**
 * Runs one import or preview at a time, from its files to its answer, since each may take hundreds of MB. A few more wait.
 * @throws {ApiError} 503 where too many wait
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (oneAtATime.activeCount + oneAtATime.pendingCount > MOST_WAITING) {
    throw new ApiError(503, 'The server is reading other imports just now. Please try again in a moment.', {
      retryAfter: 10,
    });
  }
  return oneAtATime(work);
}
