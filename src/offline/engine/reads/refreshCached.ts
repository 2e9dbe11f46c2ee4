import type { Route } from '../../../../contract/http/route.ts';
import type { CachedRouteName } from '../../../../contract/routes.ts';
import { loadRoutes } from '../../../api/loadRoutes.ts';
import { readAppliedChanges } from './appliedChanges.ts';
import { cacheKey } from './cacheKey.ts';
import { readCached, type CachedAnswer, type CachedInput } from './cachedReads.ts';
import { unlessHung } from '../unlessHung.ts';
import { contractHash } from '../contractHash.ts';
import { withTransaction } from '../database.ts';
import type { ReadPlace } from '../storedRecords.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { markAnswered, markChecked } from './freshness.ts';
import { refreshBatched, type Known, type WithToken } from './batchedRefresh.ts';
import { openInMemory, readInMemory, showUnfinished } from './memoryStore.ts';
import { isQuota, OutOfSpace, writeMakingRoom } from '../storage/storageQuota.ts';
import { storageRefused } from '../storage/storageRefusal.ts';
import { openOnDevice, READ_TABLES, readUnfinished, storeUnfinished } from './deviceStore.ts';
import { fetchAllPages, type PagesInProgress, type FetchedRead } from './fetchAllPages.ts';
import { now } from '../../../browser/clock.ts';

/** After this many outdated answers in a row, caching is left to the refresh after each change. */
const MOST_OVERTAKEN = 3;

interface Refresh<N extends CachedRouteName> {
  userId: number;
  name: N;
  input: CachedInput<N>;
  caller: WithToken;
}

/** Fetches an answer, caches it, and returns it; the cached one, where the server says that nothing changed. */
export async function fetchAndCache<N extends CachedRouteName>(
  userId: number,
  name: N,
  input: CachedInput<N>,
  caller: WithToken,
): Promise<CachedAnswer<N>> {
  const inMemory = () =>
    readInMemory({ userId, key: cacheKey(name, input) })?.answer as CachedAnswer<N> | undefined;
  for (;;) {
    const answer = await refreshCached({ userId, name, input, caller });
    const cached = answer ?? (await readCached(userId, name, input))?.answer ?? inMemory();
    // A cached answer can be deleted meanwhile, and is then fetched.
    if (cached !== undefined) return cached;
  }
}

/**
 * Fetches an answer, or what changed in a cached list, and caches it: on the device, or in this page's memory where the device
 * stores nothing. An answer requested before a change was applied may not contain that change, so it is
 * requested again instead of cached. Returns undefined where nothing changed: then nothing is written but the time.
 */
export async function refreshCached<N extends CachedRouteName>({
  userId,
  name,
  input,
  caller,
}: Refresh<N>): Promise<CachedAnswer<N> | undefined> {
  const routes = await loadRoutes();
  const route: Route = routes[name];
  const place = { userId, key: cacheKey(name, input) };
  let byVersion = true;
  let resumed = false;
  for (let attempt = 1; ; attempt += 1) {
    const found = await refreshBatched({ ...place, route, byVersion, withToken: caller });
    if (found.kind === 'changed') {
      if (storageRefused()) await openInMemory(place).write({ answer: found.answer, asOf: now() });
      return found.answer as CachedAnswer<N>;
    }
    if (found.kind === 'unchanged') return undefined;
    if (found.kind === 'overtaken') {
      if (attempt >= MOST_OVERTAKEN) byVersion = false;
      continue;
    }
    const { known } = found;
    const unfinished = await openPages(place, known, byVersion);
    resumed ||= unfinished.current !== undefined;
    let asked = performance.now();
    const read = await caller((token) => {
      asked = performance.now();
      return fetchAllPages(routes[name], input, { token, knownETag: known?.version.etag }, unfinished);
    });
    markAnswered(place, asked);
    if (read.kind === 'unchanged') {
      markChecked(place, now());
      if ((await unlessHung(writeChecked(place, known))) !== false) return undefined;
      byVersion = false;
      continue;
    }
    const outcome = known && (await unlessHung(writeStored(place, read, known)));
    if (outcome === 'overtaken' && attempt < MOST_OVERTAKEN) continue;
    // Without IndexedDB no live query runs.
    if (outcome !== 'stored' || storageRefused()) {
      const { answer, asOf, etag, cursor } = read;
      await openInMemory(place).write({ answer, asOf, etag, cursor, contract: contractHash() });
    }
    if (!resumed) return read.answer;
    // Its first pages are as old as the reading that was cut: what changed since is asked for.
    resumed = false;
    byVersion = true;
  }
}

/** What keeps the pages of a list as they come, and shows them until it is whole. */
async function openPages(
  place: ReadPlace,
  known: Known | undefined,
  goesOn: boolean,
): Promise<PagesInProgress> {
  const stored =
    known?.unfinished && goesOn ? await unlessHung(readUnfinished(place, known.unfinished)) : undefined;
  showUnfinished(place, stored);
  const unfinished: PagesInProgress = {
    current: stored,
    async change(next) {
      unfinished.current = next;
      showUnfinished(place, next);
      await unlessHung(storeUnfinished(place, next));
    },
  };
  return unfinished;
}

/** Writes when a cached answer was found unchanged. Returns whether there still is one. */
async function writeChecked(place: ReadPlace, known: Known | undefined): Promise<boolean> {
  if (!known?.isStored) {
    await openInMemory(place).check();
    return true;
  }
  return withTransaction('rw', ['reads'], async (db) => {
    const head = await db.reads.get([place.userId, place.key]);
    if (head?.asOf) await openOnDevice(db, place, head).check();
    return head?.asOf !== undefined;
  }).catch((error: unknown) => {
    if (isQuota(error)) return true;
    throw error;
  });
}

/** Stores an answer where the device stores this user's. `overtaken` if a change was applied since the request. */
async function writeStored(
  place: ReadPlace,
  { answer, asOf, etag, cursor }: Extract<FetchedRead<unknown>, { kind: 'whole' }>,
  { before }: Known,
): Promise<'stored' | 'overtaken' | 'not stored'> {
  const { userId, key } = place;
  const write = () =>
    // In one transaction, so that no change is applied between the check and the write.
    withTransaction('rw', READ_TABLES, async (db) => {
      const [changes, isKept, head] = await Promise.all([
        readAppliedChanges(db),
        storesReadsOf(db, userId),
        db.reads.get([userId, key]),
      ]);
      if (changes !== before) return 'overtaken';
      if (!isKept) return 'not stored';
      await openOnDevice(db, place, head).write({ answer, asOf, etag, cursor, contract: contractHash() });
      return 'stored';
    });
  return writeMakingRoom(write).catch((error: unknown) => {
    // On a full device the answer is shown without being stored.
    if (!(error instanceof OutOfSpace)) throw error;
    return 'not stored';
  });
}
