import { checkedKey, readAppliedChanges } from './cachedReads.ts';
import { contractHash } from '../contractHash.ts';
import type { DeviceTables } from '../database.ts';
import type { CachedRead } from '../storedRecords.ts';
import { findRecords } from './storedReads.ts';
import { unfinishedPlace } from './unfinishedReads.ts';
import type { Version } from './wholeReads.ts';

export interface Place {
  userId: number;
  key: string;
}

/** What the device stores of an answer, from which a refresh of it goes on. */
export interface KnownRead extends Version {
  /** How many answers to changes were applied on this device. */
  before: number;
  isStored: boolean;
  /** When the server last said that it is as it was; undefined if it did not since the answer was stored. */
  checked: Date | undefined;
  /** Whether pages of it came before its reading was cut. */
  wasCut: boolean;
}

export async function readAllKnown(db: DeviceTables, places: readonly Place[]): Promise<KnownRead[]> {
  // Asked at once, since each question that waits for the answer to another is a task of its own.
  const [before, records, checked] = await Promise.all([
    readAppliedChanges(db),
    findRecords(db, [...places, ...places.map(unfinishedPlace)]),
    readChecked(db, places),
  ]);
  return places.map((_, index) => ({
    before,
    isStored: records[index] !== undefined,
    ...versionOfRecord(records[index], checked[index]),
    checked: checked[index]?.asOf,
    wasCut: records[places.length + index] !== undefined,
  }));
}

/** When the server last said of reads that they are as they were, and from where it tells more. */
export async function readChecked(
  db: DeviceTables,
  places: readonly Place[],
): Promise<(CachedRead | undefined)[]> {
  return db.kept.bulkGet(places.map(({ userId, key }): [number, string] => [userId, checkedKey(key)]));
}

/** By what this app may ask about a stored answer: one that an app of another contract checked may lack what this one shows. */
export function versionOfRecord(stored: CachedRead | undefined, checked: CachedRead | undefined): Version {
  if (stored?.contract !== contractHash()) return {};
  return { etag: stored?.etag, cursor: stored?.cursor && (checked?.cursor ?? stored.cursor) };
}
