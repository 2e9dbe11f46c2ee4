import pLimit from 'p-limit';
import { ApiError } from '../../http/apiError.ts';
import type { Turns } from '../../http/input/turns.ts';

/** Have their files in memory: the one that is read and planned, and the next one, whose files arrive meanwhile. */
const MOST_HELD = 2;
/** Have sent nothing but what the network keeps. */
const MOST_WAITING = 5;

const held = pLimit(MOST_HELD);
const oneAtATime = pLimit(1);

/**
 * Imports and previews take turns, since each may take hundreds of MB: two have their files here, of which one is answered. A few
 * more wait, and further ones are refused with 503.
 */
export const importTurns: Turns = {
  receive() {
    if (held.activeCount + held.pendingCount >= MOST_HELD + MOST_WAITING) {
      throw new ApiError(503, 'The server is reading other imports just now. Please try again in a moment.', {
        retryAfter: 10,
      });
    }
    return new Promise((begin) => void held(() => new Promise<void>((end) => begin(end))));
  },
  run: (work) => oneAtATime(work),
};
