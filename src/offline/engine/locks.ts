/** The last holder of each lock of this page. */
const held = new Map<string, Promise<unknown>>();

interface LockOptions {
  /** Runs the work without the lock, instead of waiting while another has it. */
  ifAvailable?: boolean;
  /** Ends the wait for the lock, by rejecting with its reason. */
  signal?: AbortSignal;
}

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
    return await navigator.locks.request(name, signal ? { signal } : { ifAvailable }, (lock) => {
      progress.started = true;
      return work(lock !== null);
    });
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
