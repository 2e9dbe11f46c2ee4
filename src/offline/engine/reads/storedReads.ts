import type { DeviceTables } from '../database.ts';
import type { CachedRead } from '../storedRecords.ts';

/**
 * The rows of one part of a long list. A list is stored in parts, so that a row that changed is written with its
 * neighbours and not with the whole list. A part never changes: what replaces it has another id.
 */
const ROWS_IN_PART = 200;

type Rows = readonly unknown[];

/** The key of the record that names the parts of a list, which has no record under its own key. */
const listKey = (key: string) => `list ${key}`;
const partKey = (id: string) => `part ${id}`;

/** A list as this page read it last, so that only its new parts are read again. */
interface KnownList {
  ids: readonly string[];
  parts: ReadonlyMap<string, Rows>;
  rows: Rows;
}

/** The lists that this page read last, by user and key; the oldest is forgotten first. */
const knownLists = new Map<string, KnownList>();
const MOST_KNOWN = 8;

interface Place {
  userId: number;
  key: string;
}

const nameOf = ({ userId, key }: Place) => `${userId} ${key}`;

function remember(place: Place, list: KnownList): KnownList {
  knownLists.delete(nameOf(place));
  knownLists.set(nameOf(place), list);
  const [oldest] = knownLists.keys();
  if (knownLists.size > MOST_KNOWN && oldest !== undefined) knownLists.delete(oldest);
  return list;
}

/** The keys of the records in which the reads of these keys are stored: from the first key to the second. */
export function recordRanges(from: string, to: string): [string, string][] {
  return [
    [from, to],
    [listKey(from), listKey(to)],
  ];
}

/** The key of the read whose record has this key; undefined for a part of one. */
export function readKeyOf(recordKey: string): string | undefined {
  if (recordKey.startsWith(partKey(''))) return undefined;
  return recordKey.startsWith(listKey('')) ? recordKey.slice(listKey('').length) : recordKey;
}

/** The records of a read: one with its answer, or one that names the parts of a list. */
interface ReadRecords {
  whole: CachedRead | undefined;
  list: CachedRead | undefined;
}

/** The records of cached reads. */
async function readAllRecords(db: DeviceTables, places: readonly Place[]): Promise<ReadRecords[]> {
  const records = await db.kept.bulkGet(
    places.flatMap(({ userId, key }): [number, string][] => [
      [userId, key],
      [userId, listKey(key)],
    ]),
  );
  return places.map((_, index) => ({ whole: records[2 * index], list: records[2 * index + 1] }));
}

/** The records of a cached read, for what uses them more than once. */
export async function readRecords(db: DeviceTables, place: Place): Promise<ReadRecords> {
  const [records] = await readAllRecords(db, [place]);
  return records ?? { whole: undefined, list: undefined };
}

/** Cached reads without their rows, if they are lists in parts. */
export async function findRecords(
  db: DeviceTables,
  places: readonly Place[],
): Promise<(CachedRead | undefined)[]> {
  // An app of the version before writes lists whole, and knows of no parts: what it wrote is newer.
  return (await readAllRecords(db, places)).map(({ whole, list }) => whole ?? list);
}

/** A cached read. In a transaction, since a list is read with its parts. */
export async function getRead(db: DeviceTables, place: Place): Promise<CachedRead | undefined> {
  return loadRead(db, place, await readRecords(db, place));
}

/** A cached read of which the records were read in this transaction. */
export async function loadRead(
  db: DeviceTables,
  place: Place,
  { whole, list }: ReadRecords,
): Promise<CachedRead | undefined> {
  if (whole || !list) return whole;
  const known = await loadParts(db, place, list.answer as string[]);
  return known && { ...list, key: place.key, answer: known.rows };
}

async function loadParts(
  db: DeviceTables,
  place: Place,
  ids: readonly string[],
): Promise<KnownList | undefined> {
  const known = knownLists.get(nameOf(place));
  if (known && ids.length === known.ids.length && ids.every((id, index) => id === known.ids[index]))
    return known;
  const missing = ids.filter((id) => !known?.parts.has(id));
  const read = await db.kept.bulkGet(missing.map((id): [number, string] => [place.userId, partKey(id)]));
  const loaded = new Map(missing.map((id, index) => [id, read[index]?.answer as Rows | undefined]));
  const parts = new Map<string, Rows>();
  for (const id of ids) {
    const rows = known?.parts.get(id) ?? loaded.get(id);
    if (!rows) return undefined;
    parts.set(id, rows);
  }
  return remember(place, { ids, parts, rows: [...parts.values()].flat() });
}

/** Writes a cached read, of a long list the parts that changed. In a transaction. */
export async function putRead(db: DeviceTables, read: CachedRead): Promise<void> {
  await writeRead(db, read, await readRecords(db, read));
}

/** Writes a cached read of which the records were read in this transaction. */
export async function writeRead(
  db: DeviceTables,
  read: CachedRead,
  { whole, list: old }: ReadRecords,
): Promise<void> {
  const { userId, key, answer } = read;
  const oldIds = (old?.answer ?? []) as string[];
  const isLong = Array.isArray(answer) && answer.length > ROWS_IN_PART;
  const list = isLong ? remember(read, divide(answer, oldIds, knownLists.get(nameOf(read)))) : undefined;
  const written = list ? { ...read, key: listKey(key), answer: list.ids } : read;
  const kept = new Set(list?.ids);
  const outdated = oldIds.filter((id) => !kept.has(id)).map((id) => partKey(id));
  // Of the two records of a read one stays.
  const left = [whole, old].flatMap((record) => (record && record.key !== written.key ? [record.key] : []));
  const isStored = new Set(oldIds);
  const parts = list?.ids.filter((id) => !isStored.has(id)) ?? [];
  await Promise.all([
    db.kept.bulkDelete([...outdated, ...left].map((each): [number, string] => [userId, each])),
    db.kept.bulkPut([
      ...parts.map((id) => ({ userId, key: partKey(id), answer: list?.parts.get(id), asOf: read.asOf })),
      written,
    ]),
  ]);
}

/** Deletes a cached read. In a transaction. */
export async function deleteRead(db: DeviceTables, { userId, key }: Place): Promise<void> {
  const list = await db.kept.get([userId, listKey(key)]);
  const parts = ((list?.answer ?? []) as string[]).map((id) => partKey(id));
  await db.kept.bulkDelete([...parts, key, listKey(key)].map((each): [number, string] => [userId, each]));
}

/** Divides a list into parts, and uses those again whose rows are still side by side. */
function divide(rows: Rows, oldIds: readonly string[], known: KnownList | undefined): KnownList {
  const reusable = new Map<unknown, { id: string; part: Rows }>();
  for (const id of oldIds) {
    const part = known?.parts.get(id);
    if (part) reusable.set(part[0], { id, part });
  }
  const parts = new Map<string, Rows>();
  let fresh: unknown[] = [];
  const flush = () => {
    for (let from = 0; from < fresh.length; from += ROWS_IN_PART) {
      parts.set(crypto.randomUUID(), fresh.slice(from, from + ROWS_IN_PART));
    }
    fresh = [];
  };
  for (let at = 0; at < rows.length;) {
    const found = reusable.get(rows[at]);
    if (found?.part.every((row, offset) => row === rows[at + offset])) {
      flush();
      parts.set(found.id, found.part);
      at += found.part.length;
    } else {
      fresh.push(rows[at]);
      at += 1;
    }
  }
  flush();
  // After many changes the parts are small and many.
  if (parts.size > 2 * Math.ceil(rows.length / ROWS_IN_PART) && reusable.size > 0)
    return divide(rows, [], undefined);
  return { ids: [...parts.keys()], parts, rows };
}
