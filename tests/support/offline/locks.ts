/** What holds a lock or waits for it: a tab, a service worker, or the test itself. */
type Owner = object;

interface Waiting {
  owner: Owner;
  grant: () => void;
}

type Work<T> = (lock: { name: string; mode: 'exclusive' } | null) => T | Promise<T>;
type Request = <T>(name: string, ...rest: [Work<T>] | [{ ifAvailable?: boolean }, Work<T>]) => Promise<T>;

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/**
 * The Web Locks of a browser, for Node, which lacks them: exclusive, granted in the order they were asked for,
 * shared by the tabs and the service worker of one origin.
 */
export class Locks {
  private readonly held = new Map<string, { owner: Owner }>();
  private readonly waiting = new Map<string, Waiting[]>();
  /** What was killed goes on for a moment in these tests, until it waits for something. */
  private readonly dead = new WeakSet<Owner>();

  /** What one owner finds as `navigator.locks`. */
  of(owner: Owner): { request: Request } {
    return {
      request: async (name, ...rest) => {
        const work = rest.length === 1 ? rest[0] : rest[1];
        const { ifAvailable = false } = rest.length === 1 ? {} : rest[0];
        if (this.dead.has(owner)) await never();
        if (this.held.has(name)) {
          if (ifAvailable) return work(null);
          await new Promise<void>((grant) => {
            this.waiting.set(name, [...(this.waiting.get(name) ?? []), { owner, grant }]);
          });
          if (this.dead.has(owner)) await never();
        }
        const holder = { owner };
        this.held.set(name, holder);
        try {
          // As in a browser, the work begins in a task of its own and never within the call.
          await Promise.resolve();
          return await work({ name, mode: 'exclusive' });
        } finally {
          if (this.held.get(name) === holder) this.release(name);
        }
      },
    };
  }

  private release(name: string): void {
    this.held.delete(name);
    const [next, ...others] = this.waiting.get(name) ?? [];
    this.waiting.set(name, others);
    if (!next) return;
    // Held for the next one from now on, so that nobody slips in between.
    this.held.set(name, { owner: next.owner });
    next.grant();
  }

  /** What a browser does when it kills whoever holds locks: they are free, and the next in line is let in. */
  killHolders(): void {
    for (const name of [...this.held.keys()]) this.release(name);
  }

  /** What a browser does when it kills one of its tabs or workers: it neither holds locks nor waits for any. */
  kill(owner: Owner): void {
    this.dead.add(owner);
    for (const [name, queue] of this.waiting) {
      this.waiting.set(
        name,
        queue.filter((each) => each.owner !== owner),
      );
    }
    for (const [name, holder] of [...this.held]) if (holder.owner === owner) this.release(name);
  }

  /** Another device begins: nobody holds a lock, and nobody who waited for one will get it. */
  forget(): void {
    this.held.clear();
    this.waiting.clear();
  }
}

const here = new Locks();

/** Puts the locks where a browser has them. */
export function installLocks(): void {
  const navigator = globalThis.navigator as Navigator | undefined;
  const locks = here.of(here);
  if (navigator) Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  else Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
}

export function killHolders(): void {
  here.killHolders();
}

export function forgetLocks(): void {
  here.forget();
}
