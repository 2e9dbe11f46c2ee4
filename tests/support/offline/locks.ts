/** The owner of a lock or of a request for it: a tab, a service worker, or the test. */
type Owner = object;

interface Waiting {
  owner: Owner;
  grant: () => void;
}

type Work<T> = (lock: { name: string; mode: 'exclusive' } | null) => T | Promise<T>;
interface LockOptions {
  ifAvailable?: boolean;
  signal?: AbortSignal;
}
type Request = <T>(name: string, ...rest: [Work<T>] | [LockOptions, Work<T>]) => Promise<T>;

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/**
 * A fake of Web Locks for Node: exclusive locks, granted in the order of the requests, shared by the tabs and the service
 * worker of one origin.
 */
export class Locks {
  private readonly held = new Map<string, { owner: Owner }>();
  private readonly waiting = new Map<string, Waiting[]>();
  /** Killed owners, whose code runs in these tests until it awaits something. */
  private readonly dead = new WeakSet<Owner>();

  /** The `navigator.locks` of one owner. */
  of(owner: Owner): { request: Request } {
    return {
      request: async (name, ...rest) => {
        const work = rest.length === 1 ? rest[0] : rest[1];
        const { ifAvailable = false, signal } = rest.length === 1 ? ({} as LockOptions) : rest[0];
        signal?.throwIfAborted();
        if (this.dead.has(owner)) await never();
        if (this.held.has(name)) {
          if (ifAvailable) return work(null);
          await new Promise<void>((grant, reject) => {
            const own = { owner, grant };
            this.waiting.set(name, [...(this.waiting.get(name) ?? []), own]);
            signal?.addEventListener('abort', () => {
              const queue = this.waiting.get(name) ?? [];
              // Of a page that was killed or forgotten meanwhile nothing goes on.
              if (!queue.includes(own)) return;
              this.waiting.set(
                name,
                queue.filter((each) => each !== own),
              );
              reject(signal.reason as Error);
            });
          });
          if (this.dead.has(owner)) await never();
        }
        const holder = { owner };
        this.held.set(name, holder);
        try {
          // As in a browser, the callback never runs within the call.
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
    // Passed to the next owner synchronously, so that no other request can get it.
    this.held.set(name, { owner: next.owner });
    next.grant();
  }

  /** Releases all held locks, as when their owners are killed. */
  killHolders(): void {
    for (const name of [...this.held.keys()]) this.release(name);
  }

  /** Removes an owner's locks and requests, as when a tab or worker is killed. */
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

  /** Removes all locks and requests, for a new device. */
  forget(): void {
    this.held.clear();
    this.waiting.clear();
  }
}

const here = new Locks();

/** Installs the fake as `navigator.locks`. */
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
