/**
 * The Web Locks of a browser, for Node, which lacks them: exclusive, granted in the order they were asked for,
 * shared by everything in this process as by the tabs and the service worker of one origin.
 */
interface Waiting {
  grant: () => void;
}

const held = new Map<string, symbol>();
const waiting = new Map<string, Waiting[]>();

type Work<T> = (lock: { name: string; mode: 'exclusive' } | null) => T | Promise<T>;

async function request<T>(
  name: string,
  ...rest: [Work<T>] | [{ ifAvailable?: boolean }, Work<T>]
): Promise<T> {
  const work = rest.length === 1 ? rest[0] : rest[1];
  const { ifAvailable = false } = rest.length === 1 ? {} : rest[0];
  if (held.has(name)) {
    if (ifAvailable) return work(null);
    await new Promise<void>((grant) => {
      waiting.set(name, [...(waiting.get(name) ?? []), { grant }]);
    });
  }
  const holder = Symbol(name);
  held.set(name, holder);
  try {
    // As in a browser, the work begins in a task of its own and never within the call.
    await Promise.resolve();
    return await work({ name, mode: 'exclusive' });
  } finally {
    if (held.get(name) === holder) release(name);
  }
}

function release(name: string): void {
  held.delete(name);
  const [next, ...others] = waiting.get(name) ?? [];
  waiting.set(name, others);
  if (!next) return;
  // Held for the next one from now on, so that nobody slips in between.
  held.set(name, Symbol(name));
  next.grant();
}

/** Puts the locks where a browser has them. */
export function installLocks(): void {
  const navigator = globalThis.navigator as Navigator | undefined;
  const locks = { request };
  if (navigator) Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  else Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
}

/** What a browser does when it kills whoever holds locks: they are free, and the next in line is let in. */
export function killHolders(): void {
  for (const name of [...held.keys()]) release(name);
}

/** Another device begins: nobody holds a lock, and nobody who waited for one will get it. */
export function forgetLocks(): void {
  held.clear();
  waiting.clear();
}
