import { now } from '../../../browser/clock.ts';
import { contractHash } from '../contractHash.ts';
import { withTransaction, type DeviceTables } from '../database.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { isQuota } from '../storage/storageQuota.ts';
import type { CachedRead, ReadHead, ReadPart, ReadPlace, UnfinishedHead } from '../storedRecords.ts';
import type { Unfinished } from './fetchAllPages.ts';
import type { OpenRead } from './openRead.ts';

/** The tables with which cached reads are read and written. */
export const READ_TABLES = ['device', 'reads', 'readParts'] as const;

/**
 * The rows of one part of a long list. A list is stored in parts, so that a row that changed is written with its
 * neighbours and not with the whole list. A part never changes: what replaces it has another id.
 */
const ROWS_IN_PART = 200;

type Rows = readonly unknown[];

/** A list as this page read it last, so that only its new parts are read again. */
interface KnownList {
  ids: readonly string[];
  parts: ReadonlyMap<string, Rows>;
  rows: Rows;
}

/** The lists that this page read last, by user and key; the oldest is forgotten first. */
const knownLists = new Map<string, KnownList>();
const MOST_KNOWN = 8;

const nameOf = ({ userId, key }: ReadPlace) => `${userId} ${key}`;
const partKey = ({ userId, key }: ReadPlace, id: string): [number, string, string] => [userId, key, id];

function remember(place: ReadPlace, list: KnownList): KnownList {
  knownLists.delete(nameOf(place));
  knownLists.set(nameOf(place), list);
  const [oldest] = knownLists.keys();
  if (knownLists.size > MOST_KNOWN && oldest !== undefined) knownLists.delete(oldest);
  return list;
}

/** A read on the device, of which the head was read in this transaction. */
export function openOnDevice(db: DeviceTables, place: ReadPlace, head: ReadHead | undefined): OpenRead {
  const { userId, key } = place;
  let found: PromiseLike<ReadPart | undefined> | undefined;
  const answerPart = () => (found ??= db.readParts.get(partKey(place, '')));
  return {
    head,
    answer: async () => (await loadAnswer(db, place, await answerPart()))?.answer,
    async check(cursor) {
      if (head) await db.reads.put({ ...head, checked: now(), cursor: cursor ?? head.cursor });
    },
    async write({ answer, ...said }) {
      const arrived = head?.unfinished?.parts ?? [];
      const old = [...((await answerPart())?.parts ?? []), ...arrived];
      const { asOf, unfinished } = said;
      const isLong = Array.isArray(answer) && answer.length > ROWS_IN_PART;
      const list = isLong ? divideAgain(place, answer, old) : NO_ROWS;
      await Promise.all([
        replaceParts(db, place, list, old, unfinished?.parts),
        db.readParts.put({ userId, key, id: '', asOf, ...(isLong ? { parts: list.ids } : { answer }) }),
        db.reads.put({ ...said, userId, key }),
      ]);
    },
  };
}

export async function openAllOnDevice(db: DeviceTables, userId: number): Promise<OpenRead[]> {
  const heads = await db.reads.where({ userId }).toArray();
  return heads.map((head) => openOnDevice(db, head, head));
}

/** What the device stores of an answer. The head is not read, so that a screen is not drawn again where only the head is written. */
export async function readAnswer(db: DeviceTables, place: ReadPlace): Promise<CachedRead | undefined> {
  return loadAnswer(db, place, await db.readParts.get(partKey(place, '')));
}

async function loadAnswer(
  db: DeviceTables,
  place: ReadPlace,
  part: ReadPart | undefined,
): Promise<CachedRead | undefined> {
  if (!part?.asOf) return undefined;
  const { asOf, answer, parts } = part;
  if (!parts) return { answer, asOf };
  const rows = await loadRows(db, place, parts);
  return rows && { answer: rows, asOf };
}

async function loadRows(
  db: DeviceTables,
  place: ReadPlace,
  ids: readonly string[],
): Promise<Rows | undefined> {
  const known = knownLists.get(nameOf(place));
  if (known && ids.length === known.ids.length && ids.every((id, index) => id === known.ids[index]))
    return known.rows;
  const missing = ids.filter((id) => !known?.parts.has(id));
  const read = await db.readParts.bulkGet(missing.map((id) => partKey(place, id)));
  const loaded = new Map(missing.map((id, index) => [id, read[index]?.answer as Rows | undefined]));
  const parts = new Map<string, Rows>();
  for (const id of ids) {
    const rows = known?.parts.get(id) ?? loaded.get(id);
    if (!rows) return undefined;
    parts.set(id, rows);
  }
  return remember(place, { ids, parts, rows: [...parts.values()].flat() }).rows;
}

const NO_ROWS: KnownList = { ids: [], parts: new Map(), rows: [] };

function divideAgain(place: ReadPlace, rows: Rows, old: readonly string[]): KnownList {
  return remember(place, divide(rows, old, knownLists.get(nameOf(place))));
}

/** Writes the parts of a list that are new, and deletes the old ones that belong neither to it nor to the others. */
async function replaceParts(
  db: DeviceTables,
  place: ReadPlace,
  { ids, parts }: KnownList,
  old: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  const { userId, key } = place;
  const stay = new Set([...ids, ...others]);
  const outdated = old.filter((id) => !stay.has(id));
  const added = ids.filter((id) => !old.includes(id));
  await Promise.all([
    db.readParts.bulkDelete(outdated.map((id) => partKey(place, id))),
    db.readParts.bulkPut(added.map((id) => ({ userId, key, id, answer: parts.get(id) }))),
  ]);
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

/** The pages of a list that this device stored when its reading was cut. */
export async function readUnfinished(
  place: ReadPlace,
  head: UnfinishedHead,
): Promise<Unfinished | undefined> {
  const { parts, contract, ...unfinished } = head;
  // An app of another contract may have checked the first pages.
  if (contract !== contractHash()) return undefined;
  const rows = await withTransaction('r', ['readParts'], (db) => loadRows(db, place, parts));
  return rows && { ...unfinished, rows: rows as Unfinished['rows'] };
}

/**
 * Stores the pages of a list that came, where the device stores what this user reads and has room for it; undefined
 * deletes them.
 */
export async function storeUnfinished({ userId, key }: ReadPlace, unfinished?: Unfinished): Promise<void> {
  const place = { userId, key };
  await withTransaction('rw', READ_TABLES, async (db) => {
    const [isKept, head] = await Promise.all([storesReadsOf(db, userId), db.reads.get([userId, key])]);
    if (!isKept) return;
    const old = head?.unfinished?.parts ?? [];
    const list = unfinished ? divideAgain(place, unfinished.rows, old) : NO_ROWS;
    await Promise.all([
      replaceParts(db, place, list, old),
      db.reads.put({ ...(head ?? place), unfinished: unfinished && unfinishedHead(unfinished, list.ids) }),
    ]);
  }).catch((error: unknown) => {
    // Nothing is deleted to make room for an incomplete list: its reading starts from the beginning then.
    if (!isQuota(error)) throw error;
  });
}

function unfinishedHead({ next, total, cursor, asOf }: Unfinished, parts: readonly string[]): UnfinishedHead {
  return { next, total, cursor, asOf, contract: contractHash(), parts };
}
