import { liveQuery } from 'dexie';
import { withTransaction } from '../database.ts';
import type { ReadPart, ReadPlace } from '../storedRecords.ts';

type Rows = readonly unknown[];

/** What changed in a list on the device: the ids of its parts in order, and the rows of those that are new. */
export interface ListChange {
  ids: readonly string[];
  parts: ReadonlyMap<string, Rows>;
  /** Whether all parts of `ids` were told by now. */
  whole: boolean;
}

/** So many parts are read at once, so that who follows can do something else in between. */
const PARTS_AT_ONCE = 10;

/**
 * Follows the rows of a list that this device stores, part by part, until the returned function is called. A part never changes, so
 * after a change only the parts with new rows are read. Nothing is kept here. Undefined while the device does not have the list.
 */
export function followList(place: ReadPlace, onChange: (change: ListChange | undefined) => void): () => void {
  const known = new Set<string>();
  let latest = 0;
  const query = liveQuery(() =>
    withTransaction('r', ['readParts'], (db) => db.readParts.get([place.userId, place.key, ''])),
  );

  async function read(answer: ReadPart | undefined, run: number): Promise<void> {
    const isOvertaken = () => run !== latest;
    if (!answer?.asOf) {
      known.clear();
      onChange(undefined);
      return;
    }
    if (!answer.parts) {
      const id = `whole ${run}`;
      known.clear();
      onChange({ ids: [id], parts: new Map([[id, rowsOf(answer)]]), whole: true });
      return;
    }
    const ids = answer.parts;
    for (const id of known) if (!ids.includes(id)) known.delete(id);
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0) onChange({ ids, parts: new Map(), whole: true });
    for (let from = 0; from < missing.length; from += PARTS_AT_ONCE) {
      const some = missing.slice(from, from + PARTS_AT_ONCE);
      const found = await withTransaction('r', ['readParts'], (db) =>
        db.readParts.bulkGet(some.map((id): [number, string, string] => [place.userId, place.key, id])),
      );
      if (isOvertaken()) return;
      // One that is gone was replaced meanwhile, of which the query tells next.
      const parts = new Map(found.flatMap((part) => (part ? [[part.id, rowsOf(part)]] : [])));
      for (const id of parts.keys()) known.add(id);
      onChange({ ids, parts, whole: from + PARTS_AT_ONCE >= missing.length });
    }
  }

  /** Of a device that refuses, nothing is to come. */
  function refused(error: unknown): void {
    console.error(error);
    known.clear();
    onChange(undefined);
  }

  const subscription = query.subscribe({
    next: (answer) => {
      latest += 1;
      const run = latest;
      read(answer, run).catch((error: unknown) => {
        if (run === latest) refused(error);
      });
    },
    error: refused,
  });
  return () => {
    latest += 1;
    subscription.unsubscribe();
  };
}

function rowsOf({ answer }: ReadPart): Rows {
  return Array.isArray(answer) ? answer : [];
}

/** Follows which reads of a user this device stores, by their keys, until the returned function is called. */
export function followKeys(userId: number, onKeys: (keys: readonly string[]) => void): () => void {
  const query = liveQuery(() =>
    withTransaction('r', ['readParts'], async (db) =>
      // The part without an id is the read's first.
      (await db.readParts.where({ userId }).primaryKeys()).flatMap(([, key, id]) => (id === '' ? key : [])),
    ),
  );
  const subscription = query.subscribe({
    next: onKeys,
    error: (error: unknown) => console.error(error),
  });
  return () => subscription.unsubscribe();
}
