import { applyChangedRows } from '../../../../contract/changes/applyChangedRows.ts';
import type { Route } from '../../../../contract/http/route.ts';
import { routes, type CachedRouteName } from '../../../../contract/routes.ts';
import {
  cacheKey,
  checkedKey,
  etagOf,
  readAppliedChanges,
  readCached,
  setETag,
  unlessHung,
  type CachedAnswer,
  type CachedInput,
} from './cachedReads.ts';
import { contractHash } from '../contractHash.ts';
import { withTransaction, type CachedRead } from '../database.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { markAnswered, markChecked } from './freshness.ts';
import { readKnown, type KnownRead } from './knownReads.ts';
import { isQuota, OutOfSpace, writeMakingRoom } from '../storage/storageQuota.ts';
import { deleteRead, findRecords, loadRead, readRecords, writeRead } from './storedReads.ts';
import {
  forgetUnfinished,
  readUnfinished,
  showUnfinished,
  storeUnfinished,
  unfinishedPlace,
} from './unfinishedReads.ts';
import { readWhole, type Unfinished, type UnfinishedRead, type WholeRead } from './wholeReads.ts';
import { now } from '../../../browser/clock.ts';

/** After this many outdated answers in a row, caching is left to the refresh after each change. */
const MOST_OVERTAKEN = 3;

interface Refresh<N extends CachedRouteName> {
  userId: number;
  name: N;
  input: CachedInput<N>;
  caller: (
    send: (token: string) => Promise<WholeRead<CachedAnswer<N>>>,
  ) => Promise<WholeRead<CachedAnswer<N>>>;
  /** The answer in this page's memory, from which a device that stores none goes on. */
  inMemory?: CachedAnswer<N> | null | undefined;
}

/** Fetches an answer, caches it, and returns it; the cached one, where the server says that nothing changed. */
export async function fetchAndCache<N extends CachedRouteName>(
  userId: number,
  name: N,
  input: CachedInput<N>,
  caller: Refresh<N>['caller'],
): Promise<CachedAnswer<N>> {
  for (;;) {
    const answer = await refreshCached({ userId, name, input, caller });
    const cached = answer ?? (await readCached(userId, name, input))?.answer;
    // A cached answer can be deleted meanwhile, and is then fetched.
    if (cached !== undefined) return cached;
  }
}

/**
 * Fetches an answer and caches it, or what changed in a cached list, as the server says. An answer requested before a
 * change was applied may not contain that change, so it is requested again instead of cached. Returns undefined where
 * nothing changed: then nothing is written but the time.
 */
export async function refreshCached<N extends CachedRouteName>({
  userId,
  name,
  input,
  caller,
  inMemory,
}: Refresh<N>): Promise<CachedAnswer<N> | undefined> {
  const route: Route = routes[name];
  const place = { userId, key: cacheKey(name, input) };
  let byETag = true;
  let resumed = false;
  let known: unknown = inMemory;
  for (let attempt = 1; ; attempt += 1) {
    const device = await unlessHung(readStored(place, { byETag, inMemory: known }));
    const { before, etag: stored, knownETag } = device ?? {};
    const unfinished = openUnfinished(place, device?.unfinished);
    resumed ||= unfinished.current !== undefined;
    let asked = performance.now();
    const read = await caller((token) => {
      asked = performance.now();
      return readWhole(routes[name], input, { token, knownETag }, unfinished);
    });
    markAnswered(place, asked);
    if (read.kind === 'unchanged') {
      markChecked(place, now());
      if (stored === undefined) return known === inMemory ? undefined : (known as CachedAnswer<N>);
      if ((await unlessHung(writeChecked(place))) !== false) return undefined;
      byETag = false;
      continue;
    }
    const written =
      before === undefined
        ? undefined
        : await unlessHung(writeCached(place, route, { read, before, knownETag, inMemory: known }));
    if (read.kind === 'whole') {
      if (written === 'overtaken' && attempt < MOST_OVERTAKEN) continue;
      if (!resumed) return read.answer;
      // Its first pages are as old as the reading that was cut.
      resumed = false;
      known = read.answer;
    } else if (written !== undefined && typeof written !== 'string') {
      return written.answer as CachedAnswer<N>;
    } else if (written !== 'overtaken' || attempt >= MOST_OVERTAKEN) {
      byETag = false;
    }
  }
}

interface Place {
  userId: number;
  key: string;
}

/** What a refresh goes on from, read together, so that a device that hangs delays it once. */
interface Stored extends KnownRead {
  /** The ETag of the answer that is asked about; of a list, by what changed in it. */
  knownETag: string | undefined;
  /** The pages of the list that came before its reading was cut. */
  unfinished: Unfinished | undefined;
}

async function readStored(
  place: Place,
  { byETag, inMemory }: { byETag: boolean; inMemory: unknown },
): Promise<Stored> {
  const known = await readKnown(place);
  if (known.checked) markChecked(place, known.checked);
  // A stored answer without an ETag was changed since: what this page remembers says nothing of it.
  const etag = known.isStored ? known.etag : etagOf(inMemory);
  const knownETag = byETag ? etag : undefined;
  const goesOn = known.wasCut && byETag && knownETag === undefined;
  return { ...known, knownETag, unfinished: goesOn ? await readUnfinished(place) : undefined };
}

/** What keeps the pages of a list as they come, and shows them until it is whole. */
function openUnfinished(place: Place, current: Unfinished | undefined): UnfinishedRead {
  showUnfinished(place, current);
  const unfinished: UnfinishedRead = {
    current,
    async change(next) {
      unfinished.current = next;
      showUnfinished(place, next);
      await unlessHung(storeUnfinished(place, next));
    },
    async forget() {
      unfinished.current = undefined;
      await unlessHung(forgetUnfinished(place));
    },
  };
  return unfinished;
}

/** Writes when a cached answer was found unchanged. Returns whether there still is one. */
async function writeChecked(place: Place): Promise<boolean> {
  const { userId, key } = place;
  const checked: CachedRead = { userId, key: checkedKey(key), answer: null, asOf: now() };
  return withTransaction('rw', ['kept'], async (db) => {
    const [cached] = await findRecords(db, [place]);
    if (!cached) return false;
    await db.kept.put(checked);
    return true;
  }).catch((error: unknown) => {
    if (isQuota(error)) return true;
    throw error;
  });
}

interface Fetched {
  read: Exclude<WholeRead<unknown>, { kind: 'unchanged' }>;
  before: number;
  knownETag: string | undefined;
  inMemory: unknown;
}

/**
 * Caches an answer, or what changed in the cached one, where the device stores this user's. Returns the new answer; or
 * `overtaken` if a change was applied since the request, or `other` if what changed does not fit what is cached now.
 */
async function writeCached(
  place: Place,
  route: Route,
  { read, before, knownETag, inMemory }: Fetched,
): Promise<{ answer: unknown } | 'overtaken' | 'other'> {
  const { userId, key } = place;
  const asOf = read.kind === 'whole' ? read.asOf : now();
  const { etag } = read;
  const write = () =>
    // In one transaction, so that no change is applied between the check and the write.
    withTransaction('rw', ['device', 'kept'], async (db) => {
      // Asked at once, since each question that waits for the answer to another is a task of its own.
      const [changes, isKept, stored] = await Promise.all([
        readAppliedChanges(db),
        storesReadsOf(db, userId),
        readRecords(db, place),
      ]);
      if (changes !== before) return 'overtaken';
      let answer = read.kind === 'whole' ? read.answer : undefined;
      if (read.kind === 'changes') {
        const cached = await loadRead(db, place, stored);
        const base = [cached, { answer: inMemory, etag: etagOf(inMemory) }].find(
          (each) => each?.etag !== undefined && each.etag === knownETag,
        );
        answer =
          base && applyChangedRows(base.answer as Record<string, unknown>[], read.changes, idOf(route));
        if (!answer) return 'other';
      }
      if (isKept) {
        const current = { userId, key, answer, asOf, ...(etag ? { etag, contract: contractHash() } : {}) };
        await Promise.all([
          writeRead(db, current, stored),
          db.kept.delete([userId, checkedKey(key)]),
          read.kind === 'whole' && route.paged && deleteRead(db, unfinishedPlace(place)),
        ]);
      }
      return { answer };
    });
  const written = await writeMakingRoom(write).catch((error: unknown) => {
    // On a full device the answer is shown without being cached.
    if (!(error instanceof OutOfSpace)) throw error;
    return read.kind === 'whole' ? { answer: read.answer } : 'other';
  });
  if (typeof written !== 'string') setETag(written.answer, etag);
  return written;
}

function idOf({ paged }: Route): string {
  if (!paged) throw new Error('Only a list has rows.');
  return paged.id;
}
