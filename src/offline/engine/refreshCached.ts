import { applyChangedRows } from '../../../contract/changedRows.ts';
import type { Route } from '../../../contract/route.ts';
import { routes, type CachedRouteName } from '../../../contract/routes.ts';
import {
  appliedChanges,
  cacheKey,
  checkedKey,
  readAppliedChanges,
  readCached,
  unlessHung,
  type CachedAnswer,
  type CachedInput,
} from './cachedReads.ts';
import { withDatabase, type CachedRead } from './database.ts';
import { storesReadsOf } from './deviceUser.ts';
import { isQuota, OutOfSpace, writeMakingRoom } from './storage/storageQuota.ts';
import { readWhole, type WholeRead } from './wholeReads.ts';

/** After this many outdated answers in a row, caching is left to the refresh after each change. */
const MOST_OVERTAKEN = 3;

/** The ETags of the lists that this page has cached or read, by user and cache key. */
const knownETags = new Map<string, string>();

interface Refresh<N extends CachedRouteName> {
  userId: number;
  name: N;
  input: CachedInput<N>;
  caller: (
    send: (token: string) => Promise<WholeRead<CachedAnswer<N>>>,
  ) => Promise<WholeRead<CachedAnswer<N>>>;
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
}: Refresh<N>): Promise<CachedAnswer<N> | undefined> {
  const route: Route = routes[name];
  const place = { userId, key: cacheKey(name, input) };
  let byChanges = route.paged !== undefined;
  for (let attempt = 1; ; attempt += 1) {
    const before = await unlessHung(appliedChanges());
    const knownETag = before !== undefined && byChanges ? await unlessHung(cachedETag(place)) : undefined;
    const read = await caller((token) => readWhole(routes[name], input, { token, knownETag }));
    if (read.kind === 'unchanged') {
      if ((await unlessHung(writeChecked(place))) !== false) return undefined;
      byChanges = false;
      continue;
    }
    const written =
      before === undefined
        ? undefined
        : await unlessHung(writeCached(place, route, { read, before, knownETag }));
    if (read.kind === 'whole') {
      if (written !== 'overtaken' || attempt >= MOST_OVERTAKEN) return read.answer;
    } else if (written !== undefined && typeof written !== 'string') {
      return written.answer as CachedAnswer<N>;
    } else if (written !== 'overtaken' || attempt >= MOST_OVERTAKEN) {
      byChanges = false;
    }
  }
}

interface Place {
  userId: number;
  key: string;
}

const nameOf = ({ userId, key }: Place) => `${userId} ${key}`;

/** The ETag of a cached list. The list itself, which may be long, is read once by a page. */
async function cachedETag({ userId, key }: Place): Promise<string | undefined> {
  const known = knownETags.get(nameOf({ userId, key }));
  const cached = await withDatabase(async (db) => {
    const record = db.kept.where('[userId+key]').equals([userId, key]);
    if (known === undefined) return (await record.first())?.etag;
    return (await record.count()) > 0 ? known : undefined;
  });
  if (cached === undefined) knownETags.delete(nameOf({ userId, key }));
  else knownETags.set(nameOf({ userId, key }), cached);
  return cached;
}

/** Writes when a cached list was found unchanged. Returns whether there still is one. */
async function writeChecked({ userId, key }: Place): Promise<boolean> {
  const checked: CachedRead = { userId, key: checkedKey(key), answer: null, asOf: new Date() };
  return withDatabase((db) =>
    db.transaction('rw', db.kept, async () => {
      if ((await db.kept.where('[userId+key]').equals([userId, key]).count()) === 0) return false;
      await db.kept.put(checked);
      return true;
    }),
  ).catch((error: unknown) => {
    if (isQuota(error)) return true;
    throw error;
  });
}

interface Fetched {
  read: Exclude<WholeRead<unknown>, { kind: 'unchanged' }>;
  before: number;
  knownETag: string | undefined;
}

/**
 * Caches an answer, or what changed in the cached one, where the device stores this user's. Returns the new answer; or
 * `overtaken` if a change was applied since the request, or `other` if what changed does not fit what is cached now.
 */
async function writeCached(
  { userId, key }: Place,
  route: Route,
  { read, before, knownETag }: Fetched,
): Promise<{ answer: unknown } | 'overtaken' | 'other'> {
  const write = () =>
    withDatabase((db) =>
      // In one transaction, so that no change is applied between the check and the write.
      db.transaction('rw', db.device, db.kept, async () => {
        if ((await readAppliedChanges(db)) !== before) return 'overtaken';
        const cached = read.kind === 'changes' ? await db.kept.get([userId, key]) : undefined;
        const isBase = cached?.etag !== undefined && cached.etag === knownETag;
        const answer =
          read.kind === 'whole'
            ? read.answer
            : isBase &&
              applyChangedRows(cached.answer as Record<string, unknown>[], read.changes, idOf(route));
        if (!answer) return 'other';
        const { etag } = read;
        if (await storesReadsOf(db, userId)) {
          await db.kept.put({
            userId,
            key,
            answer,
            asOf: new Date(),
            ...(etag && route.paged ? { etag } : {}),
          });
          await db.kept.delete([userId, checkedKey(key)]);
        }
        return { answer };
      }),
    );
  knownETags.delete(nameOf({ userId, key }));
  try {
    const written = await writeMakingRoom(write);
    if (typeof written !== 'string' && read.etag && route.paged) {
      knownETags.set(nameOf({ userId, key }), read.etag);
    }
    return written;
  } catch (error) {
    // On a full device the answer is shown without being cached.
    if (error instanceof OutOfSpace) return read.kind === 'whole' ? { answer: read.answer } : 'other';
    throw error;
  }
}

function idOf({ paged }: Route): string {
  if (!paged) throw new Error('Only a list has rows.');
  return paged.id;
}
