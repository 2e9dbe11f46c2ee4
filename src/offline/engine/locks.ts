/** The last holder of each lock of this page. */
const held = new Map<string, Promise<unknown>>();

interface LockOptions {
  /** Runs the work without the lock, instead of waiting while another has it. */
  ifAvailable?: boolean;
  /** Ends the wait for the lock, by rejecting with its reason. */
  signal?: AbortSignal;
}

/**
 * How long a request for a lock waits before it is taken back and made again, in milliseconds: at first, and, each time twice as
 * long, at most. In Chromium 156 a page keeps its locks in the back/forward cache until a new request for one of them comes, and that
 * lock is then granted to nobody until one of the requests is taken back. See decision 209.
 */
const [FIRST_WAIT, LONGEST_WAIT] = [1_000, 30_000];

/**
 * Runs work with a Web Lock. Where the browser refuses locks together with storage, it is a lock of this page alone.
 */
export async function withLock<T>(
  name: string,
  { ifAvailable = false, signal }: LockOptions,
  work: (granted: boolean) => Promise<T>,
): Promise<T> {
  const progress = { started: false };
  try {
    const begin = (lock: Lock | null) => {
      progress.started = true;
      return work(lock !== null);
    };
    if (ifAvailable) return await navigator.locks.request(name, { ifAvailable }, begin);
    return await requestAgain(name, signal, begin);
  } catch (error) {
    if (progress.started || !(error instanceof DOMException) || error.name !== 'SecurityError') throw error;
  }
  const holder = held.get(name);
  if (holder && ifAvailable) return work(false);
  const now = () => work(true);
  const own = Promise.resolve(holder).then(now, now);
  held.set(name, own);
  try {
    return await own;
  } finally {
    if (held.get(name) === own) held.delete(name);
  }
}

/** Requests a lock until it is granted, or until the signal ends that. */
async function requestAgain<T>(
  name: string,
  signal: AbortSignal | undefined,
  work: (lock: Lock | null) => Promise<T>,
): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, 2 * wait)) {
    const request = new AbortController();
    const end = () => request.abort(signal?.reason);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
    const timer = setTimeout(() => request.abort(), wait);
    try {
      return await navigator.locks.request(name, { signal: request.signal }, (lock) => {
        clearTimeout(timer);
        return work(lock);
      });
    } catch (error) {
      const takenBack = request.signal.aborted && !signal?.aborted;
      if (!takenBack) throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }
}
