import type { Answer, Input } from '../../../../contract/http/route.ts';
import type { CachedRouteName, Routes } from '../../../../contract/routes.ts';
import { contractHash } from '../contractHash.ts';
import { withDatabase, withTransaction, type DeviceTables } from '../database.ts';
import type { CachedRead, ReadHead } from '../storedRecords.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { cacheKey, isCacheKeyOf } from './cacheKey.ts';
import { openAllInMemory } from './memoryStore.ts';
import { openAllOnDevice, openOnDevice, readAnswer } from './deviceStore.ts';
import type { Version } from './fetchAllPages.ts';
import { now } from '../../../browser/clock.ts';

export type CachedInput<N extends CachedRouteName> = Input<Routes[N]>;
export type CachedAnswer<N extends CachedRouteName> = Answer<Routes[N]>;

/** The answer that this device stores. */
export async function readCached<N extends CachedRouteName>(
  userId: number,
  name: N,
  input: CachedInput<N>,
): Promise<CachedRead<CachedAnswer<N>> | undefined> {
  const place = { userId, key: cacheKey(name, input) };
  const read = await withTransaction('r', ['readParts'], (db) => readAnswer(db, place));
  return read as CachedRead<CachedAnswer<N>> | undefined;
}

/**
 * The ETag and cursor with which this app may ask what changed in an answer; none where an app of another contract checked it,
 * since it may lack fields that this app shows.
 */
export function versionOf(head: ReadHead | undefined): Version {
  return head?.contract === contractHash() ? { etag: head?.etag, cursor: head?.cursor } : {};
}

/** Updates every cached answer of this route, or that of one input; those in this page's memory as well. */
export async function updateCached<N extends CachedRouteName>(
  db: DeviceTables,
  userId: number,
  name: N,
  change: (answer: CachedAnswer<N>) => CachedAnswer<N>,
  input?: CachedInput<N>,
): Promise<void> {
  const only = input && cacheKey(name, input);
  for (const read of [...openAllInMemory(userId), ...(await openAllOnDevice(db, userId))]) {
    const { head } = read;
    if (!head || !(only ? head.key === only : isCacheKeyOf(name, head.key))) continue;
    const answer = await read.answer();
    if (answer === undefined) continue;
    // What changed since that moment of a list has this change too. Another answer is fetched whole.
    await read.write({ ...head, answer: change(answer as CachedAnswer<N>), etag: undefined });
  }
}

/** Caches an answer that another call has told, where this device stores what the user reads. */
export async function setCached<N extends CachedRouteName>(
  db: DeviceTables,
  userId: number,
  name: N,
  input: CachedInput<N>,
  answer: CachedAnswer<N>,
): Promise<void> {
  if (!(await storesReadsOf(db, userId))) return;
  const place = { userId, key: cacheKey(name, input) };
  await openOnDevice(db, place, await db.reads.get([userId, place.key])).write({ answer, asOf: now() });
}

/** What `pick` takes of the answers of a route with any input, of the first that has it. */
export async function pickCached<N extends CachedRouteName, Picked>(
  userId: number,
  name: N,
  pick: (answer: CachedAnswer<N>) => Picked | undefined,
): Promise<Picked | undefined> {
  return withTransaction('r', ['reads', 'readParts'], async (db) => {
    for (const read of [...openAllInMemory(userId), ...(await openAllOnDevice(db, userId))]) {
      if (!read.head || !isCacheKeyOf(name, read.head.key)) continue;
      const answer = await read.answer();
      const picked = answer === undefined ? undefined : pick(answer as CachedAnswer<N>);
      if (picked !== undefined) return picked;
    }
    return undefined;
  });
}

/** The update of a cached list with a record answered by the server. */
export function replaceOrAdd<T extends { id: number | string }>(answer: T) {
  return (list: T[]): T[] =>
    list.some(({ id }) => id === answer.id)
      ? list.map((record) => (record.id === answer.id ? answer : record))
      : [answer, ...list];
}

/** When the server last said that a cached answer is as it was; undefined if it did not since the answer was written. */
export async function lastChecked(userId: number, key: string): Promise<Date | undefined> {
  return (await withDatabase((db) => db.reads.get([userId, key])))?.checked;
}

/** When the server answered each cached read of this user last, by cache key. */
export async function cachedAges(userId: number): Promise<Map<string, Date>> {
  const heads = await withDatabase((db) => db.reads.where({ userId }).toArray());
  return new Map(heads.flatMap(({ key, asOf, checked }) => (asOf ? [[key, checked ?? asOf]] : [])));
}
