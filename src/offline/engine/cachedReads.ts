import type { Answer, Input, UntypedInput } from '../../../contract/route.ts';
import { routes, type CachedRouteName, type RouteName, type Routes } from '../../../contract/routes.ts';
import { readFact, withDatabase, type CachedRead, type DeviceDatabase } from './database.ts';
import { storesReadsOf } from './deviceUser.ts';
import { OutOfSpace, writeMakingRoom } from './storage/storageQuota.ts';
import { readWhole } from './wholeReads.ts';

export type CachedInput<N extends CachedRouteName> = Input<Routes[N]>;
export type CachedAnswer<N extends CachedRouteName> = Answer<Routes[N]>;

/** The key of a cached answer: the route and its input. */
export function cacheKey(name: RouteName, { params, query }: UntypedInput): string {
  const parts = [...Object.entries(params ?? {}), ...Object.entries(query ?? {})]
    .filter(([, value]: [string, unknown]) => value !== undefined)
    .map(([part, value]: [string, unknown]) => `${part}=${String(value)}`)
    .sort();
  return [name, ...parts].join('&');
}

/** Whether a key belongs to this route, with any input. */
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

/** Applies a change to the answers of a route that a page has in memory. */
type UpdateInMemory = (userId: number, name: CachedRouteName, change: (answer: unknown) => unknown) => void;

let updateInMemory: UpdateInMemory | undefined;

/** Sets what updates the answers in this page's memory, which are all that a device has that stores none. */
export function setMemoryUpdate(update: UpdateInMemory | undefined): void {
  updateInMemory = update;
}

/** Updates every cached answer of this route, whatever its input. */
export async function updateCached<N extends CachedRouteName>(
  db: DeviceDatabase,
  userId: number,
  name: N,
  change: (answer: CachedAnswer<N>) => CachedAnswer<N>,
): Promise<void> {
  updateInMemory?.(userId, name, (answer) => change(answer as CachedAnswer<N>));
  const all = cacheKey(name, {});
  await db.kept
    .where('[userId+key]')
    .between([userId, all], [userId, `${all}&\uffff`])
    .modify((read) => {
      read.answer = change(read.answer as CachedAnswer<N>);
    });
}

/** The update of a cached list with a record answered by the server. */
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

/** In milliseconds: how long an answer of the server waits for a device that does not answer. */
const DEVICE_PATIENCE = 3000;

/** Undefined where the device takes too long, as it does while a suspended page holds its locks. */
export async function unlessHung<T>(access: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DEVICE_PATIENCE);
  });
  return Promise.race([access, late]).finally(() => clearTimeout(timer));
}

/** After this many outdated answers in a row, caching is left to the refresh after each change. */
const MOST_OVERTAKEN = 3;

/**
 * Fetches an answer and caches it. An answer requested before a change was applied may not contain that change, so it
 * is requested again instead of cached.
 */
export async function fetchAndCache<N extends CachedRouteName>(
  userId: number,
  name: N,
  input: CachedInput<N>,
  caller: (send: (token: string) => Promise<CachedAnswer<N>>) => Promise<CachedAnswer<N>>,
): Promise<CachedAnswer<N>> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await unlessHung(appliedChanges());
    const answer = await caller((token) => readWhole(routes[name], input, { token }));
    const read: CachedRead = { userId, key: cacheKey(name, input), answer, asOf: new Date() };
    const written = before === undefined || (await unlessHung(writeCached(read, before)));
    if (written !== false || attempt === MOST_OVERTAKEN) return answer;
  }
}

/**
 * Caches an answer, where the device stores this user's, unless a change was applied since the request. Returns whether
 * none was.
 */
async function writeCached(read: CachedRead, before: number): Promise<boolean> {
  const write = () =>
    withDatabase((db) =>
      // In one transaction, so that no change is applied between the check and the write.
      db.transaction('rw', db.device, db.kept, async () => {
        if ((await readAppliedChanges(db)) !== before) return false;
        if (await storesReadsOf(db, read.userId)) await db.kept.put(read);
        return true;
      }),
    );
  try {
    return await writeMakingRoom(write);
  } catch (error) {
    // On a full device the answer is shown without being cached.
    if (error instanceof OutOfSpace) return true;
    throw error;
  }
}
