import { Readable } from 'node:stream';
import { STALE_EVENT } from '../../../contract/changes/changes.ts';
import { routes, type CachedRouteName } from '../../../contract/routes.ts';
import type { Session } from '../../auth/findSession.ts';
import { ALL_READS, mayRead, followedScopes } from '../../http/lists/staleReads.ts';

/** The shortest time between two events of a stream, in milliseconds: what changes meanwhile is told once. */
const BETWEEN_EVENTS = 500;
/** A stream whose client has not taken so many bytes is ended: it connects again, and asks what it missed. */
const MOST_UNREAD = 16 * 1024;

/** One open `GET /changes`. */
export class ChangeStream {
  readonly body = new Readable({ read: () => undefined });
  session: Session;
  /** Whose changes are told. */
  scopes: readonly string[];
  private readonly stale = new Set<CachedRouteName>();
  private timer: NodeJS.Timeout | undefined;
  private notifiedAt = -Infinity;
  private wroteAt = 0;
  private held = false;

  constructor(session: Session) {
    this.session = session;
    this.scopes = followedScopes(session.user);
    this.body.once('close', () => clearTimeout(this.timer));
    // The headers go with the first bytes.
    this.write(':\n\n');
  }

  /** Tells that reads became stale, at once or soon after the last event. `later` is in milliseconds. */
  notify(reads: readonly CachedRouteName[], { later = 0 } = {}): void {
    for (const read of reads) if (mayRead(this.session.user, routes[read])) this.stale.add(read);
    this.schedule(later);
  }

  notifyAll(options?: { later: number }): void {
    this.notify(ALL_READS, options);
  }

  /** Tells nothing until `renew`, since the person may be somebody else by now: signed out, or no manager any more. */
  hold(): void {
    this.held = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Goes on with the session as it is now. Whoever sees other things than before is told that everything is stale. */
  renew(session: Session): void {
    const scopes = followedScopes(session.user);
    const changed = scopes.join() !== this.scopes.join();
    this.session = session;
    this.scopes = scopes;
    this.held = false;
    for (const read of this.stale) if (!mayRead(session.user, routes[read])) this.stale.delete(read);
    if (changed) this.notifyAll();
    this.schedule(0);
  }

  /** Writes a comment where nothing was written for so many milliseconds, so that no proxy takes the stream for dead. */
  keepAlive(silence: number): void {
    if (performance.now() - this.wroteAt >= silence) this.write(':\n\n');
  }

  end(): void {
    clearTimeout(this.timer);
    this.held = true;
    if (!this.body.destroyed) this.body.push(null);
  }

  private schedule(later: number): void {
    if (this.held || this.timer || this.stale.size === 0) return;
    const wait = Math.max(later, this.notifiedAt + BETWEEN_EVENTS - performance.now(), 0);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.notifiedAt = performance.now();
      const reads = [...this.stale].sort();
      this.stale.clear();
      this.write(`event: ${STALE_EVENT}\ndata: ${JSON.stringify(reads)}\n\n`);
    }, wait);
  }

  private write(text: string): void {
    if (this.body.destroyed) return;
    if (this.body.readableLength > MOST_UNREAD) {
      this.body.destroy();
      return;
    }
    this.wroteAt = performance.now();
    this.body.push(text);
  }
}
