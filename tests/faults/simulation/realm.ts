import { createContext, type Script } from 'node:vm';
import { IDBKeyRange } from 'fake-indexeddb';
import type { Code } from './code.ts';
import type { Handset } from './handset.ts';

const SHARED = {
  ...{ crypto, structuredClone, queueMicrotask, IDBKeyRange, DOMException, AbortController },
  ...{ TextEncoder, TextDecoder, URL, URLSearchParams, Headers, Request, Response, FormData, Blob, File },
  // What these are is the same everywhere, so that IndexedDB knows them.
  ...{ Event, EventTarget, Date, ArrayBuffer, DataView, Uint8Array },
};

/** One tab, or one service worker: the product's own code in a world of its own, which can be killed at any moment. */
export class Realm {
  dead = false;
  /** Resolves once it is dead. */
  readonly death: Promise<void>;
  readonly code: Code;
  /** It dies before the transaction after this many more. */
  fuse = Infinity;
  private readonly handset: Handset;
  private readonly cut: () => void;
  private tellDeath!: () => void;

  constructor(handset: Handset, script: Script, tab?: Map<string, string>) {
    this.handset = handset;
    this.death = new Promise((resolve) => (this.tellDeath = resolve));
    const { indexedDB, cut } = handset.storage.of(() => this.beginTransaction());
    this.cut = cut;
    const { clock, locks } = handset;
    const world: Record<string, unknown> = {
      ...SHARED,
      console: { error: (...args: unknown[]) => this.dead || handset.complain(args), warn: () => undefined },
      PhoneDate: clock.Date,
      performance: clock.performance,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      AbortSignal: { timeout: clock.timeout },
      indexedDB,
      navigator: { locks: locks.of(this) },
      BroadcastChannel: handset.channels.of(this),
      MessageChannel: Ports,
      fetch: this.fetch,
      localStorage: storageOf(handset.local),
      sessionStorage: storageOf(tab ?? new Map<string, string>()),
      clients: { matchAll: () => Promise.resolve(handset.tabs().map((each) => each.client())) },
    };
    world.self = world;
    createContext(world);
    script.runInContext(world);
    this.code = world.code as Code;
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.cut();
    this.handset.locks.kill(this);
    this.tellDeath();
  }

  /** What is asked of a dead tab never answers. */
  private readonly fetch = async (...args: Parameters<typeof fetch>): Promise<Response> => {
    await this.unlessDead();
    try {
      return await this.handset.fetchOf(this)(...args);
    } finally {
      await this.unlessDead();
    }
  };

  private unlessDead(): Promise<void> {
    return this.dead ? new Promise(() => undefined) : Promise.resolve();
  }

  private beginTransaction(): void {
    if (this.fuse <= 0) this.die();
    this.fuse -= 1;
    if (this.dead) throw new DOMException('Killed.', 'AbortError');
  }

  /** This tab as the service worker sees it: it lends its token. */
  private client() {
    return {
      postMessage: ({ userId, spent }: { userId: number; spent?: string }, [port]: [Port]) => {
        if (this.dead) return;
        this.code.tokenFor(userId, spent).then(
          (token) => port.postMessage({ token: token ?? null }),
          () => port.postMessage({ token: null }),
        );
      },
    };
  }
}

class Port {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  other: Port | undefined;

  postMessage(data: unknown): void {
    queueMicrotask(() => this.other?.onmessage?.({ data }));
  }
}

class Ports {
  readonly port1 = new Port();
  readonly port2 = new Port();

  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
