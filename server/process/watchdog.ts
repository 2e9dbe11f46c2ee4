import inspector from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** In milliseconds. */
const BEAT = 1000;

/**
 * Ends this process with SIGKILL when its main thread does nothing for `seconds`, such as a loop inside PGlite, which
 * neither SIGTERM nor a timer ends. A thread of its own counts the main thread's beats, so a suspended machine is no
 * stuck process. What was answered is on disk by then.
 */
export function startWatchdog(seconds = 300): void {
  // At a breakpoint the main thread waits for a person.
  if (inspector.url()) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(fileURLToPath(new URL('./watchdogThread.mjs', import.meta.url)), {
    workerData: { beats, seconds },
    execArgv: [],
  });
  worker.unref();
  setInterval(() => Atomics.add(beats, 0, 1), BEAT).unref();
}
