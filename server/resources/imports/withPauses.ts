import { setImmediate } from 'node:timers/promises';

/** In milliseconds. */
const LONGEST_WITHOUT_A_PAUSE = 10;

let lastPause = 0;

/** Lets others be answered, where they have waited for a while. */
export async function pause(): Promise<void> {
  if (performance.now() - lastPause < LONGEST_WITHOUT_A_PAUSE) return;
  await setImmediate();
  lastPause = performance.now();
}

/** What these steps come to, with pauses between them. */
export async function inSteps<T>(steps: Iterator<unknown, T>): Promise<T> {
  for (;;) {
    await pause();
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Each of thousands of rows, with pauses between them. */
export async function* withPauses<T>(rows: Iterable<T>): AsyncGenerator<T> {
  for (const row of rows) {
    await pause();
    yield row;
  }
}
