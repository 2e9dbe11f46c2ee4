import { setTimeout as pause } from 'node:timers/promises';

/** Between which times after it was asked for something is done, in milliseconds. */
const LATER = { from: 1000, to: 4000 };

/** How many may wait at once, so that no flood of calls fills the memory. */
const MOST_WAITING = 1000;

/**
 * Does something for each text a while later, at a time that nobody knows, one after the other: what is done then cannot be told
 * from what others do.
 * @param work handles its own errors
 */
export function doLater(work: (text: string) => Promise<void>) {
  const waiting = new Set<Promise<void>>();
  let now = new AbortController();
  let last = Promise.resolve();

  async function whenDue(text: string, { signal }: AbortController): Promise<void> {
    const wait = LATER.from + Math.random() * (LATER.to - LATER.from);
    await pause(wait, undefined, { signal, ref: false }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    last = last.then(() => work(text));
    await last;
  }

  return {
    /** False where as many wait as may. */
    add(text: string): boolean {
      if (waiting.size >= MOST_WAITING) return false;
      const done = whenDue(text, now);
      waiting.add(done);
      void done.finally(() => waiting.delete(done));
      return true;
    },
    /** Does at once what is waiting. */
    async doNow(): Promise<void> {
      now.abort();
      now = new AbortController();
      await Promise.all(waiting);
    },
  };
}
