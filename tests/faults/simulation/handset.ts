import type { Script } from 'node:vm';
import { Locks } from '../../support/offline/locks.ts';
import { Channels } from './channels.ts';
import { Clock } from './clock.ts';
import { Realm } from './realm.ts';
import { Storage } from './storage.ts';

/** A phone with the app on it: a disk, a clock, up to two tabs and a service worker. */
export class Handset {
  readonly clock = new Clock();
  readonly storage = new Storage();
  readonly locks = new Locks();
  readonly channels = new Channels();
  readonly local = new Map<string, string>();
  readonly fetchOf: (sender: object) => typeof fetch;
  private readonly script: Script;
  private readonly open: (Realm | undefined)[] = [];
  private sessions: Partial<Record<0 | 1, Map<string, string>>> = {};
  private sleeping: Realm | undefined;

  /** Hears what the app writes to the console as an error. */
  readonly complain: (args: unknown[]) => void;

  constructor(script: Script, { fetchOf, complain }: Pick<Handset, 'fetchOf' | 'complain'>) {
    this.script = script;
    this.fetchOf = fetchOf;
    this.complain = complain;
  }

  tabs(): Realm[] {
    return this.open.filter((tab) => tab !== undefined && !tab.dead) as Realm[];
  }

  /** The first tab or the second; loaded (anew) if it is not there. */
  async tab(which: 0 | 1 = 0): Promise<Realm> {
    const there = this.open[which];
    if (there && !there.dead) return there;
    const tab = new Realm(this, this.script, (this.sessions[which] ??= new Map()));
    this.open[which] = tab;
    // Without a connection, or with a session that ended, the person goes on with what is kept.
    await Promise.race([tab.code.start().catch(() => undefined), tab.death]);
    return tab;
  }

  worker(): Realm {
    if (!this.sleeping || this.sleeping.dead) this.sleeping = new Realm(this, this.script);
    return this.sleeping;
  }

  /** Kills a tab or the worker, or everything as the system does, before its next transaction but `after`. */
  kill(what: 'tab' | 'worker' | 'browser', after = 0): void {
    if (what === 'browser') {
      for (const realm of [...this.tabs(), this.worker()]) realm.die();
      this.sessions = {};
      return;
    }
    const realm = what === 'tab' ? this.open[0] : this.sleeping;
    if (!realm) return;
    realm.fuse = after;
    if (after === 0) realm.die();
  }
}
