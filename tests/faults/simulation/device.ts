import type { Script } from 'node:vm';
import { Locks } from '../../support/offline/locks.ts';
import { BroadcastChannels } from './broadcastChannels.ts';
import { Clock } from './clock.ts';
import { Sandbox, type Surroundings } from './sandbox.ts';
import { DeviceStorage } from './deviceStorage.ts';

/** A phone with the app on it: a disk, a clock, up to two tabs and a service worker. */
export class Device implements Surroundings {
  readonly clock = new Clock();
  readonly storage = new DeviceStorage();
  readonly locks = new Locks();
  readonly channels = new BroadcastChannels();
  readonly local = new Map<string, string>();
  readonly fetchFor: (sender: object) => typeof fetch;
  private readonly script: Script;
  private readonly openTabs: (Sandbox | undefined)[] = [];
  private sessions: Partial<Record<0 | 1, Map<string, string>>> = {};
  private serviceWorker: Sandbox | undefined;

  /** Hears what the app writes to the console as an error. */
  readonly onConsoleError: (args: unknown[]) => void;

  constructor(script: Script, { fetchFor, onConsoleError }: Pick<Device, 'fetchFor' | 'onConsoleError'>) {
    this.script = script;
    this.fetchFor = fetchFor;
    this.onConsoleError = onConsoleError;
  }

  tabs(): Sandbox[] {
    return this.openTabs.filter((tab) => tab !== undefined && !tab.dead) as Sandbox[];
  }

  /** The first tab or the second; loaded (again) if it is not there. */
  async tab(which: 0 | 1 = 0): Promise<Sandbox> {
    const there = this.openTabs[which];
    if (there && !there.dead) return there;
    const tab = new Sandbox(this, this.script, (this.sessions[which] ??= new Map()));
    this.openTabs[which] = tab;
    // Without a connection, or with a session that ended, the person goes on with what is kept.
    await Promise.race([tab.app.start().catch(() => undefined), tab.death]);
    return tab;
  }

  worker(): Sandbox {
    if (!this.serviceWorker || this.serviceWorker.dead) this.serviceWorker = new Sandbox(this, this.script);
    return this.serviceWorker;
  }

  /** Kills a tab or the worker, or everything as the system does, before its next transaction but `after`. */
  kill(what: 'tab' | 'worker' | 'browser', after = 0): void {
    if (what === 'browser') {
      for (const sandbox of [...this.tabs(), this.worker()]) sandbox.die();
      this.sessions = {};
      return;
    }
    const sandbox = what === 'tab' ? this.openTabs[0] : this.serviceWorker;
    if (!sandbox) return;
    sandbox.transactionsLeft = after;
    if (after === 0) sandbox.die();
  }
}
