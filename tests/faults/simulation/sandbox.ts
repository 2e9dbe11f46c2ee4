import { createContext, type Script } from 'node:vm';
import { IDBKeyRange } from 'fake-indexeddb';
import type { Locks } from '../../support/offline/locks.ts';
import type { AppModules } from './appBundle.ts';
import type { BroadcastChannels } from './broadcastChannels.ts';
import type { Clock } from './clock.ts';
import type { DeviceStorage } from './deviceStorage.ts';

const SHARED = {
  ...{ crypto, structuredClone, queueMicrotask, IDBKeyRange, DOMException, AbortController },
  ...{ TextEncoder, TextDecoder, URL, URLSearchParams, Headers, Request, Response, FormData, Blob, File },
  // Shared with the test's own context, so that IndexedDB recognizes them.
  ...{ Event, EventTarget, Date, ArrayBuffer, DataView, Uint8Array },
};

/** The device around the tabs and the worker: what they share. */
export interface Surroundings {
  readonly clock: Clock;
  readonly storage: DeviceStorage;
  readonly locks: Locks;
  readonly channels: BroadcastChannels;
  /** What localStorage contains. */
  readonly local: Map<string, string>;
  readonly fetchFor: (sender: object) => typeof fetch;
  /** Hears what the app writes to the console as an error. */
  readonly onConsoleError: (args: unknown[]) => void;
  tabs(): Sandbox[];
}

/** One tab, or one service worker: the product's own code in a VM context of its own, which can be killed at any time. */
export class Sandbox {
  dead = false;
  /** Resolves once it is dead. */
  readonly death: Promise<void>;
  readonly app: AppModules;
  /** It dies before the transaction after this many more. */
  transactionsLeft = Infinity;
  private readonly device: Surroundings;
  private readonly abortTransactions: () => void;
  private resolveDeath!: () => void;

  constructor(device: Surroundings, script: Script, tab?: Map<string, string>) {
    this.device = device;
    this.death = new Promise((resolve) => (this.resolveDeath = resolve));
    const { indexedDB, abortAll } = device.storage.of(() => this.beginTransaction());
    this.abortTransactions = abortAll;
    const { clock, locks } = device;
    const world: Record<string, unknown> = {
      ...SHARED,
      console: {
        error: (...args: unknown[]) => this.dead || device.onConsoleError(args),
        warn: () => undefined,
      },
      PhoneDate: clock.Date,
      performance: clock.performance,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      AbortSignal: { timeout: clock.timeout },
      indexedDB,
      navigator: { locks: locks.of(this) },
      BroadcastChannel: device.channels.of(this),
      MessageChannel: Ports,
      fetch: this.fetch,
      localStorage: storageOf(device.local),
      sessionStorage: storageOf(tab ?? new Map<string, string>()),
      document: { cookie: '' },
      location: { protocol: 'http:' },
      clients: { matchAll: () => Promise.resolve(device.tabs().map((each) => each.client())) },
    };
    world.self = world;
    createContext(world);
    script.runInContext(world);
    this.app = world.app as AppModules;
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.abortTransactions();
    this.device.locks.kill(this);
    this.resolveDeath();
  }

  /** A request of a dead tab never resolves. */
  private readonly fetch = async (...args: Parameters<typeof fetch>): Promise<Response> => {
    await this.unlessDead();
    try {
      const answer = await this.device.fetchFor(this)(...args);
      // The server's time goes on as the phone's, which passes faster than here.
      if (answer.headers.has('Date')) {
        answer.headers.set('Date', new Date(this.device.clock.right()).toUTCString());
      }
      return answer;
    } finally {
      await this.unlessDead();
    }
  };

  private unlessDead(): Promise<void> {
    return this.dead ? new Promise(() => undefined) : Promise.resolve();
  }

  private beginTransaction(): void {
    if (this.transactionsLeft <= 0) this.die();
    this.transactionsLeft -= 1;
    if (this.dead) throw new DOMException('Killed.', 'AbortError');
  }

  /** This tab as a client of the service worker: it answers with its token. */
  private client() {
    return {
      postMessage: ({ userId, spent }: { userId: number; spent?: string }, [port]: [Port]) => {
        if (this.dead) return;
        this.app.tokenFor(userId, spent).then(
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
