import type { User } from '../../../contract/users/user.ts';
import type { Session } from '../../auth/findSession.ts';
import type { ApiError } from '../../http/apiError.ts';
import { readsOf } from '../../http/lists/staleReads.ts';
import { ChangeStream } from './stream.ts';
import { refusalOf, shareOf, type Share } from './streamShares.ts';

/** Over how many milliseconds everybody is told that everything is stale, so that not all ask in the same moment. */
const SPREAD = 5000;

/** The lists whose changes may end a session, or change what its person sees. */
const OF_SESSIONS = new Set(['sessions', 'account']);

/** The open streams of this process, by what their people see. */
export class OpenStreams {
  private readonly byScope = new Map<string, Set<ChangeStream>>();
  private readonly all = new Set<ChangeStream>();
  private readonly byShare = new Map<Share, Set<ChangeStream>>();
  private readonly recheck: (userId: number) => void;

  /** `recheck` is called for each person with streams whose sessions may have ended or changed. */
  constructor(recheck: (userId: number) => void) {
    this.recheck = recheck;
  }

  get size(): number {
    return this.all.size;
  }

  /** Why somebody may open no further stream now, if so. */
  refusalFor(user: User): ApiError | undefined {
    const share = shareOf(user);
    return refusalOf(share, { own: this.of(user.id).length, all: this.byShare.get(share)?.size ?? 0 });
  }

  open(session: Session): ChangeStream {
    const stream = new ChangeStream(session);
    this.all.add(stream);
    this.index(stream);
    stream.body.once('close', () => {
      this.all.delete(stream);
      this.removeFromIndex(stream);
    });
    return stream;
  }

  of(userId: number): ChangeStream[] {
    return [...(this.byScope.get(`user:${userId}`) ?? [])];
  }

  list(): ChangeStream[] {
    return [...this.all];
  }

  /** Tells those who see one of these scopes of a list that it changed. */
  notify(list: string, scopes: readonly string[]): void {
    for (const scope of scopes) {
      const streams = this.byScope.get(scope);
      if (!streams) continue;
      const userId = /^user:(\d+)$/.exec(scope)?.[1];
      if (userId && OF_SESSIONS.has(list)) {
        for (const stream of streams) stream.hold();
        this.recheck(Number(userId));
      }
      const reads = readsOf(list);
      for (const stream of streams) stream.notify(reads);
    }
  }

  /** Tells everybody that everything is stale, after messages may have been missed. */
  notifyGap(): void {
    for (const stream of this.all) stream.notifyAll({ later: Math.random() * SPREAD });
  }

  /** Goes on with those of these streams whose session is still valid, and ends the others. */
  renew(streams: readonly ChangeStream[], sessions: ReadonlyMap<string, Session>): void {
    for (const stream of streams) {
      if (!this.all.has(stream)) continue;
      const session = sessions.get(stream.session.id);
      if (!session) {
        stream.end();
        continue;
      }
      this.removeFromIndex(stream);
      stream.renew(session);
      this.index(stream);
    }
  }

  endAll(): void {
    for (const stream of this.all) stream.end();
  }

  private index(stream: ChangeStream): void {
    for (const scope of stream.scopes) addTo(this.byScope, scope, stream);
    addTo(this.byShare, shareOf(stream.session.user), stream);
  }

  private removeFromIndex(stream: ChangeStream): void {
    for (const scope of stream.scopes) removeFrom(this.byScope, scope, stream);
    removeFrom(this.byShare, shareOf(stream.session.user), stream);
  }
}

function addTo<K>(index: Map<K, Set<ChangeStream>>, key: K, stream: ChangeStream): void {
  const streams = index.get(key) ?? new Set();
  index.set(key, streams.add(stream));
}

function removeFrom<K>(index: Map<K, Set<ChangeStream>>, key: K, stream: ChangeStream): void {
  const streams = index.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) index.delete(key);
}
