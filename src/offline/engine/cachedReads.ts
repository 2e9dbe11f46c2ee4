import type { Answer, Input, LooseInput } from '../../../contract/route.ts';
import { routes, type CachedRoute, type RouteName, type Routes } from '../../../contract/routes.ts';
import { callLoosely } from '../../call.ts';
import { withDatabase, type DeviceDatabase, type CachedRead } from './database.ts';
import { OutOfSpace, writeMakingRoom } from './storageQuota.ts';

/** The names of the routes whose answers are JSON that may be kept. */
export type CachedRouteName = {
  [N in RouteName]: Routes[N] extends CachedRoute & { produces: string }
    ? never
    : Routes[N] extends CachedRoute
      ? N
      : never;
}[RouteName];

export type CachedInput<N extends CachedRouteName> = Input<Routes[N]>;
export type CachedAnswer<N extends CachedRouteName> = Answer<Routes[N]>;

/** What an answer is kept under: the route and its input. */
export function cacheKey(name: RouteName, input: LooseInput): string {
  const given = { ...(input.params as object | undefined), ...(input.query as object | undefined) };
  const parts = Object.entries(given as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([part, value]) => `${part}=${String(value)}`)
    .sort();
  return [name, ...parts].join('&');
}

/** Whether an answer of this route, of whatever input, is kept under that key. */
export function isCacheKeyOf(name: RouteName, key: string): boolean {
  return key === name || key.startsWith(`${name}&`);
}

export async function readCached(userId: number, key: string): Promise<CachedRead | undefined> {
  return withDatabase((db) => db.kept.get([userId, key]));
}

/** How often changes of the outbox were laid into kept reads on this device. */
export async function appliedChanges(): Promise<number> {
  return withDatabase(readChanges);
}

async function readChanges(db: DeviceDatabase): Promise<number> {
  return ((await db.device.get('changes'))?.value as number | undefined) ?? 0;
}

/** Counts a change, in the transaction that lays it. */
export async function countAppliedChange(db: DeviceDatabase): Promise<void> {
  await db.device.put({ key: 'changes', value: (await readChanges(db)) + 1 });
}

/** In a row: after this many answers overtaken by changes, keeping is left to the refresh that follows each. */
const MOST_OVERTAKEN = 3;

/**
 * Asks the server and keeps its answer. An answer that was asked for before a change was laid may not know of
 * that change, so it is asked for again rather than kept.
 */
export async function fetchAndCache(
  userId: number,
  name: CachedRouteName,
  input: LooseInput,
  caller: (send: (token: string) => Promise<unknown>) => Promise<unknown>,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await appliedChanges();
    const answer = await caller((token) => callLoosely(routes[name], input, { token }));
    const kept: CachedRead = { userId, key: cacheKey(name, input), answer, asOf: new Date() };
    if ((await keep(kept, before)) || attempt === MOST_OVERTAKEN) return answer;
  }
}

/** Keeps an answer unless a change was laid since it was asked for; tells whether it was not overtaken. */
async function keep(kept: CachedRead, before: number): Promise<boolean> {
  const write = () =>
    withDatabase((db) =>
      // One transaction, so that no change is laid between the look and the write.
      db.transaction('rw', db.device, db.kept, async () => {
        if ((await readChanges(db)) !== before) return false;
        await db.kept.put(kept);
        return true;
      }),
    );
  try {
    return await writeMakingRoom(write);
  } catch (error) {
    // A full device shows the answer all the same; it only cannot keep it.
    if (error instanceof OutOfSpace) return true;
    throw error;
  }
}
