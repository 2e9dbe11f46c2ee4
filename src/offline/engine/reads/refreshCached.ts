import type { Route } from '../../../../contract/http/route.ts';
import { routes, type CachedRouteName } from '../../../../contract/routes.ts';
import {
  cacheKey,
  checkedKey,
  readAppliedChanges,
  readCached,
  setVersion,
  unlessHung,
  type CachedAnswer,
  type CachedInput,
} from './cachedReads.ts';
import { contractHash } from '../contractHash.ts';
import { withTransaction } from '../database.ts';
import type { CachedRead } from '../storedRecords.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { markAnswered, markChecked } from './freshness.ts';
import { refreshGathered, type Known, type WithToken } from './gatheredRefresh.ts';
import type { Place } from './knownReads.ts';
import { isQuota, OutOfSpace, writeMakingRoom } from '../storage/storageQuota.ts';
import { deleteRead, findRecords, readRecords, writeRead } from './storedReads.ts';
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
  caller: WithToken;
  /** The answer in this page's memory, from which a device that stores none goes on. */
  inMemory?: CachedAnswer<N> | null | undefined;
}

/** Fetches an answer, caches it, and returns it; the cached one, where the server says that nothing changed. */
export async function fetchAndCache<N extends CachedRouteName>(
  userId: number,
  name: N,
  input: CachedInput<N>,
  caller: WithToken,
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
  let byVersion = true;
  let resumed = false;
  let latest: unknown = inMemory;
  const unchanged = () => (latest === inMemory ? undefined : (latest as CachedAnswer<N>));
  for (let attempt = 1; ; attempt += 1) {
    const found = await refreshGathered({ ...place, route, inMemory: latest, byVersion, withToken: caller });
    if (found.kind === 'changed') return found.answer as CachedAnswer<N>;
    if (found.kind === 'unchanged') return found.isStored ? undefined : unchanged();
    if (found.kind === 'overtaken') {
      if (attempt >= MOST_OVERTAKEN) byVersion = false;
      continue;
    }
    const { known } = found;
    const unfinished = await openUnfinished(place, known, byVersion);
    resumed ||= unfinished.current !== undefined;
    let asked = performance.now();
    const read = await caller((token) => {
      asked = performance.now();
      return readWhole(routes[name], input, { token, knownETag: known?.version.etag }, unfinished);
    });
    markAnswered(place, asked);
    if (read.kind === 'unchanged') {
      markChecked(place, now());
      if (!known?.isStored) return unchanged();
      if ((await unlessHung(writeChecked(place))) !== false) return undefined;
      byVersion = false;
      continue;
    }
    const isOvertaken = known && (await unlessHung(writeCached(place, route, read, known))) === 'overtaken';
    if (isOvertaken && attempt < MOST_OVERTAKEN) continue;
    if (!resumed) return read.answer;
    // Its first pages are as old as the reading that was cut: what changed since is asked for.
    resumed = false;
    latest = read.answer;
    byVersion = true;
  }
}

/** What keeps the pages of a list as they come, and shows them until it is whole. */
async function openUnfinished(
  place: Place,
  known: Known | undefined,
  goesOn: boolean,
): Promise<UnfinishedRead> {
  const stored: Unfinished | undefined =
    known?.wasCut && goesOn ? await unlessHung(readUnfinished(place)) : undefined;
  showUnfinished(place, stored);
  const unfinished: UnfinishedRead = {
    current: stored,
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

/** Caches an answer where the device stores this user's. Returns `overtaken` if a change was applied since the request. */
async function writeCached(
  place: Place,
  route: Route,
  { answer, asOf, etag, cursor }: Extract<WholeRead<unknown>, { kind: 'whole' }>,
  { before }: Known,
): Promise<'overtaken' | undefined> {
  const { userId, key } = place;
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
      if (isKept) {
        await Promise.all([
          writeRead(db, { userId, key, answer, asOf, etag, cursor, contract: contractHash() }, stored),
          db.kept.delete([userId, checkedKey(key)]),
          route.paged && deleteRead(db, unfinishedPlace(place)),
        ]);
      }
      return undefined;
    });
  const outcome = await writeMakingRoom(write).catch((error: unknown) => {
    // On a full device the answer is shown without being cached.
    if (!(error instanceof OutOfSpace)) throw error;
    return undefined;
  });
  if (!outcome) setVersion(answer, { etag, cursor });
  return outcome;
}
