import { setImmediate } from 'node:timers/promises';

/** In milliseconds. */
const LONGEST_WITHOUT_A_PAUSE = 20;

let lastPause = 0;

/** Lets others be answered, where they have waited for a while. */
export async function pause(): Promise<void> {
  if (performance.now() - lastPause < LONGEST_WITHOUT_A_PAUSE) return;
  await setImmediate();
  lastPause = performance.now();
}

/** Each of thousands of rows, with pauses between them. */
export async function* withPauses<T>(rows: Iterable<T>): AsyncGenerator<T> {
  for (const row of rows) {
    await pause();
    yield row;
  }
}
