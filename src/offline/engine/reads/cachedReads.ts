import type { Answer, Input, Route, UntypedInput } from '../../../../contract/http/route.ts';
import { routes, type CachedRouteName, type RouteName, type Routes } from '../../../../contract/routes.ts';
import { readFact, withDatabase, withTransaction, type DeviceTables } from '../database.ts';
import type { CachedRead } from '../storedRecords.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { getRead, putRead, readKeyOf, recordRanges } from './storedReads.ts';
import type { Version } from './wholeReads.ts';
import { now } from '../../../browser/clock.ts';

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
  const place = { userId, key: cacheKey(name, input) };
  const read = await withTransaction('r', ['kept'], (db) => getRead(db, place));
  return read as CachedRead<CachedAnswer<N>> | undefined;
}

/** The versions of the answers that this page got, for those that the device does not store. */
const versions = new WeakMap<object, Version>();

export function versionOf(answer: unknown): Version {
  return (typeof answer === 'object' && answer !== null && versions.get(answer)) || {};
}

export function setVersion(answer: unknown, version: Version): void {
  if (typeof answer === 'object' && answer !== null) versions.set(answer, version);
}

/** Applies a change to the answers of a route that a page has in memory. */
type UpdateInMemory = (
  userId: number,
  isChanged: (key: string) => boolean,
  change: (answer: unknown) => unknown,
) => void;

let updateInMemory: UpdateInMemory | undefined;

/** Sets what updates the answers in this page's memory, which are all that a device has that stores none. */
export function setMemoryUpdate(update: UpdateInMemory | undefined): void {
  updateInMemory = update;
}

/** Updates every cached answer of this route, or that of one input. */
export async function updateCached<N extends CachedRouteName>(
  db: DeviceTables,
  userId: number,
  name: N,
  change: (answer: CachedAnswer<N>) => CachedAnswer<N>,
  input?: CachedInput<N>,
): Promise<void> {
  const isList = (routes[name] as Route).paged !== undefined;
  const changeAny = (answer: unknown) => {
    const changed = change(answer as CachedAnswer<N>);
    // What changed since that moment of a list has this change too. Another answer is fetched whole.
    if (isList) setVersion(changed, versionOf(answer));
    return changed;
  };
  const only = input && cacheKey(name, input);
  const isChanged = (key: string) => (only ? key === only : isCacheKeyOf(name, key));
  updateInMemory?.(userId, isChanged, changeAny);
  const all = cacheKey(name, {});
  const keys = new Set<string>();
  for (const [from, to] of recordRanges(all, `${all}&\uffff`)) {
    const found = await db.kept.where('[userId+key]').between([userId, from], [userId, to]).primaryKeys();
    for (const [, key] of found) keys.add(readKeyOf(key) ?? key);
  }
  for (const key of [...keys].filter(isChanged)) {
    const read = await getRead(db, { userId, key });
    if (!read) continue;
    await putRead(db, { ...read, answer: changeAny(read.answer), etag: undefined });
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
  await putRead(db, { userId, key: cacheKey(name, input), answer, asOf: now() });
}

/** The update of a cached list with a record answered by the server. */
export function replaceOrAdd<T extends { id: number }>(answer: T) {
  return (list: T[]): T[] =>
    list.some(({ id }) => id === answer.id)
      ? list.map((record) => (record.id === answer.id ? answer : record))
      : [answer, ...list];
}

/** The key of a row beside a cached list: when the server last said that nothing in it changed. */
export const checkedKey = (key: string) => `checked ${key}`;

/** When the server last said that a cached list is as it was; undefined if it did not since the list was written. */
export async function lastChecked(userId: number, key: string): Promise<Date | undefined> {
  return withDatabase(async (db) => (await db.kept.get([userId, checkedKey(key)]))?.asOf);
}

/** How often answers to changes of the outbox were applied to cached reads on this device. */
export async function appliedChanges(): Promise<number> {
  return withDatabase(readAppliedChanges);
}

export async function readAppliedChanges(db: DeviceTables): Promise<number> {
  return (await readFact(db, 'changes')) ?? 0;
}

/** Counts a change, in the transaction that applies its answer. */
export async function countAppliedChange(db: DeviceTables): Promise<void> {
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
