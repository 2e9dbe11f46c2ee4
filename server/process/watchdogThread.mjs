// The thread of watchdog.ts. JavaScript, since it is loaded as it is, from the sources and from the build.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** @type {{ beats: Int32Array, seconds: number }} */
const { beats, seconds } = workerData;
let last = -1;
let silent = 0;

setInterval(() => {
  const now = Atomics.load(beats, 0);
  silent = now === last ? silent + 1 : 0;
  last = now;
  if (silent < seconds) return;
  try {
    // Written here, since a worker's own stderr goes through the stuck thread.
    writeSync(2, `The server did nothing for ${seconds} seconds and is ended. Is its disk full?\n`);
  } finally {
    // Also where nobody reads stderr any more.
    process.kill(process.pid, 'SIGKILL');
  }
}, 1000);
