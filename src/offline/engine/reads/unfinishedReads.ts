import { contractHash } from '../contractHash.ts';
import { withTransaction } from '../database.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { isQuota } from '../storage/storageQuota.ts';
import { deleteRead, getRead, putRead } from './storedReads.ts';
import type { Unfinished } from './wholeReads.ts';

interface Place {
  userId: number;
  key: string;
}

const nameOf = ({ userId, key }: Place) => `${userId} ${key}`;

/** Where the pages of a list that was not read whole yet stand beside the cached reads. */
export const unfinishedPlace = ({ userId, key }: Place): Place => ({ userId, key: `unfinished ${key}` });

/** The lists whose pages this page of the app is reading, for the screens. */
const shown = new Map<string, Unfinished>();
const listeners = new Set<() => void>();

/** The same object until another page comes. */
export function shownUnfinished(userId: number, key: string): Unfinished | undefined {
  return shown.get(nameOf({ userId, key }));
}

export function onUnfinishedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showUnfinished(place: Place, unfinished: Unfinished | undefined): void {
  if (shown.get(nameOf(place)) === unfinished) return;
  if (unfinished) shown.set(nameOf(place), unfinished);
  else shown.delete(nameOf(place));
  for (const listener of listeners) listener();
}

/** The pages of a list that this device stored when its reading was cut. */
export async function readUnfinished(place: Place): Promise<Unfinished | undefined> {
  const read = await withTransaction('r', ['kept'], (db) => getRead(db, unfinishedPlace(place)));
  // An app of another contract may have checked the first pages.
  if (!read?.unfinished || read.contract !== contractHash()) return undefined;
  const { answer, cursor, asOf, unfinished } = read;
  return { rows: answer as Unfinished['rows'], cursor, asOf, ...unfinished };
}

/** Stores the pages of a list that came, where the device stores what this user reads and has room for it. */
export async function storeUnfinished(place: Place, unfinished: Unfinished): Promise<void> {
  const { rows, cursor, asOf, next, total } = unfinished;
  await withTransaction('rw', ['device', 'kept'], async (db) => {
    if (!(await storesReadsOf(db, place.userId))) return;
    await putRead(db, {
      ...unfinishedPlace(place),
      answer: rows,
      cursor,
      contract: contractHash(),
      asOf,
      unfinished: { next, total },
    });
  }).catch((error: unknown) => {
    // Nothing is deleted to make room for what is not whole: a cut reading begins anew then.
    if (!isQuota(error)) throw error;
  });
}

export async function forgetUnfinished(place: Place): Promise<void> {
  showUnfinished(place, undefined);
  await withTransaction('rw', ['kept'], (db) => deleteRead(db, unfinishedPlace(place)));
}
