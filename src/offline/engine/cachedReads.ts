import type { Answer, Input, LooseInput } from '../../../contract/route.ts';
import { routes, type CachedRouteName, type RouteName, type Routes } from '../../../contract/routes.ts';
import { callLoosely } from '../../call.ts';
import { readFact, withDatabase, type CachedRead, type DeviceDatabase } from './database.ts';
import { OutOfSpace, writeMakingRoom } from './storageQuota.ts';

export type CachedInput<N extends CachedRouteName> = Input<Routes[N]>;
export type CachedAnswer<N extends CachedRouteName> = Answer<Routes[N]>;

/** What an answer is cached under: the route and its input. */
export function cacheKey(name: RouteName, { params, query }: LooseInput): string {
  const parts = [...Object.entries(params ?? {}), ...Object.entries(query ?? {})]
    .filter(([, value]: [string, unknown]) => value !== undefined)
    .map(([part, value]: [string, unknown]) => `${part}=${String(value)}`)
    .sort();
  return [name, ...parts].join('&');
}

/** Whether an answer of this route, of whatever input, is cached under that key. */
export function isCacheKeyOf(name: RouteName, key: string): boolean {
  return key === name || key.startsWith(`${name}&`);
}

export async function readCached<N extends CachedRouteName>(
  userId: number,
  name: N,
  input: CachedInput<N>,
): Promise<CachedRead<CachedAnswer<N>> | undefined> {
  const read = await withDatabase((db) => db.kept.get([userId, cacheKey(name, input)]));
  return read as CachedRead<CachedAnswer<N>> | undefined;
}

/** Changes every cached answer of this route, whatever it was asked for with. */
export async function updateCached<N extends CachedRouteName>(
  db: DeviceDatabase,
  userId: number,
  name: N,
  change: (answer: CachedAnswer<N>) => CachedAnswer<N>,
): Promise<void> {
  const all = cacheKey(name, {});
  await db.kept
    .where('[userId+key]')
    .between([userId, all], [userId, `${all}&\uffff`])
    .modify((read) => {
      read.answer = change(read.answer as CachedAnswer<N>);
    });
}

/** The change of a cached list by a record that the server answered. */
export function replaceOrAdd<T extends { id: number }>(answer: T) {
  return (list: T[]): T[] =>
    list.some(({ id }) => id === answer.id)
      ? list.map((record) => (record.id === answer.id ? answer : record))
      : [answer, ...list];
}

/** How often answers to changes of the outbox were applied to cached reads on this device. */
export async function appliedChanges(): Promise<number> {
  return withDatabase(readAppliedChanges);
}

async function readAppliedChanges(db: DeviceDatabase): Promise<number> {
  return (await readFact(db, 'changes')) ?? 0;
}

/** Counts a change, in the transaction that applies its answer. */
export async function countAppliedChange(db: DeviceDatabase): Promise<void> {
  await db.device.put({ key: 'changes', value: (await readAppliedChanges(db)) + 1 });
}

/** In a row: after this many answers overtaken by changes, caching is left to the refresh that follows each. */
const MOST_OVERTAKEN = 3;

/**
 * Asks the server and caches its answer. An answer that was asked for before a change was applied may not know of
 * that change, so it is asked for again rather than cached.
 */
export async function fetchAndCache<N extends CachedRouteName>(
  userId: number,
  name: N,
  input: CachedInput<N>,
  caller: (send: (token: string) => Promise<CachedAnswer<N>>) => Promise<CachedAnswer<N>>,
): Promise<CachedAnswer<N>> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await appliedChanges();
    const answer = await caller((token) => callLoosely(routes[name], input, { token }));
    const read: CachedRead = { userId, key: cacheKey(name, input), answer, asOf: new Date() };
    if ((await writeCached(read, before)) || attempt === MOST_OVERTAKEN) return answer;
  }
}

/** Caches an answer unless a change was applied since the request; returns whether none was. */
async function writeCached(read: CachedRead, before: number): Promise<boolean> {
  const write = () =>
    withDatabase((db) =>
      // One transaction, so that no change is applied between the look and the write.
      db.transaction('rw', db.device, db.kept, async () => {
        if ((await readAppliedChanges(db)) !== before) return false;
        await db.kept.put(read);
        return true;
      }),
    );
  try {
    return await writeMakingRoom(write);
  } catch (error) {
    // A full device shows the answer all the same; it only cannot cache it.
    if (error instanceof OutOfSpace) return true;
    throw error;
  }
}
