/** Whether work waits behind all work that is not `last`, however long that came after it. */
export type Turn = 'usual' | 'last';

interface Waiting {
  turn: Turn;
  start: () => void;
}

/**
 * Runs at most `most` works at a time, each when its turn comes. Of the `last` ones one runs at a time, and only while no usual one
 * waits, so that all others have the rest for themselves.
 */
export function decodeQueue(most: number): <T>(turn: Turn, work: () => Promise<T>) => Promise<T> {
  const waiting: Waiting[] = [];
  let running = 0;
  let lastRunning = 0;

  function startNext(): void {
    if (running === most) return;
    const usual = waiting.findIndex(({ turn }) => turn === 'usual');
    const next = usual >= 0 ? usual : lastRunning === 0 ? 0 : -1;
    if (next >= 0) waiting.splice(next, 1)[0]?.start();
  }

  return async (turn, work) => {
    await new Promise<void>((resolve) => {
      const start = () => {
        running += 1;
        if (turn === 'last') lastRunning += 1;
        resolve();
      };
      waiting.push({ turn, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      if (turn === 'last') lastRunning -= 1;
      startNext();
    }
  };
}
