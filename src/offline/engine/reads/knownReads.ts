import { checkedKey, readAppliedChanges } from './cachedReads.ts';
import { contractHash } from '../contractHash.ts';
import { withTransaction, type DeviceTables } from '../database.ts';
import { findRecords } from './storedReads.ts';
import { unfinishedPlace } from './unfinishedReads.ts';

interface Place {
  userId: number;
  key: string;
}

/** What the device stores of an answer, from which a refresh of it goes on. */
export interface KnownRead {
  /** How many answers to changes were applied on this device. */
  before: number;
  isStored: boolean;
  /** The ETag of the stored answer, by which this app may ask about it. */
  etag: string | undefined;
  /** When the server last said that it is as it was; undefined if it did not since the answer was stored. */
  checked: Date | undefined;
  /** Whether pages of it came before its reading was cut. */
  wasCut: boolean;
}

let gathering: { places: Place[]; found: Promise<KnownRead[]> } | undefined;

/** Reads what is stored. The refreshes that a screen begins at once share one transaction. */
export async function readKnown(place: Place): Promise<KnownRead> {
  gathering ??= gather();
  const index = gathering.places.push(place) - 1;
  const found = (await gathering.found)[index];
  if (!found) throw new Error('What is stored was read of another read.');
  return found;
}

function gather() {
  const places: Place[] = [];
  const found = Promise.resolve().then(() => {
    gathering = undefined;
    return withTransaction('r', ['device', 'kept'], (db) => readAll(db, places));
  });
  return { places, found };
}

async function readAll(db: DeviceTables, places: readonly Place[]): Promise<KnownRead[]> {
  // Asked at once, since each question that waits for the answer to another is a task of its own.
  const [before, records, checked] = await Promise.all([
    readAppliedChanges(db),
    findRecords(db, [...places, ...places.map(unfinishedPlace)]),
    db.kept.bulkGet(places.map(({ userId, key }): [number, string] => [userId, checkedKey(key)])),
  ]);
  return places.map((_, index) => {
    const stored = records[index];
    return {
      before,
      isStored: stored !== undefined,
      // Rows that an app of another contract checked may lack what this one shows.
      etag: stored?.contract === contractHash() ? stored?.etag : undefined,
      checked: checked[index]?.asOf,
      wasCut: records[places.length + index] !== undefined,
    };
  });
}
