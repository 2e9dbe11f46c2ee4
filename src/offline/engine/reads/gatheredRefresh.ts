import { applyChangedRows } from '../../../../contract/changes/applyChangedRows.ts';
import {
  changedRowsOf,
  MOST_LISTS,
  type ChangedRows,
  type ListChanges,
  type Since,
} from '../../../../contract/changes/changedRows.ts';
import type { Route } from '../../../../contract/http/route.ts';
import { ApiError, RefusedByProxy } from '../../../api/call.ts';
import { callForChanges } from '../../../api/callForList.ts';
import { now } from '../../../browser/clock.ts';
import { checkedKey, readAppliedChanges, setVersion, unlessHung, versionOf } from './cachedReads.ts';
import { contractHash } from '../contractHash.ts';
import { withTransaction, type DeviceTables } from '../database.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { markAnswered, markChecked } from './freshness.ts';
import { readAllKnown, readChecked, versionOfRecord, type KnownRead, type Place } from './knownReads.ts';
import { isQuota, OutOfSpace, writeMakingRoom } from '../storage/storageQuota.ts';
import { loadRead, readRecords, writeRead } from './storedReads.ts';
import type { Version } from './wholeReads.ts';

/** Makes a call with the token of its user. */
export type WithToken = <T>(send: (token: string) => Promise<T>) => Promise<T>;

/** A read that is to be refreshed. */
export interface Asked extends Place {
  route: Route;
  /** The answer in this page's memory, from which a device that stores none goes on. */
  inMemory: unknown;
  /** Whether what is known of it still holds. */
  byVersion: boolean;
  withToken: WithToken;
}

/** What the device has of a read, and its version, by which the server is asked. */
export type Known = KnownRead & { version: Version };

/**
 * What was found of a read: of a list what changed, which is cached already. `unknown` where it must be asked for by itself: it is
 * no list, or not known by what. `overtaken` where a change was applied since the request.
 */
export type Found =
  | { kind: 'unchanged'; isStored: boolean }
  | { kind: 'changed'; answer: unknown }
  | { kind: 'unknown'; known: Known | undefined }
  | { kind: 'overtaken' };

type List = Asked & { known: Known; cursor: string };

/** The statuses by which a server does not answer what changed, while it may answer the lists. */
const UNANSWERED = new Set([400, 404, 414, 431]);

interface Gathering {
  asked: Asked[];
  /** Of each read, by its key: what is no list need not wait for the others. */
  found: Promise<Map<string, Found | Promise<Found>>>;
}

/** By user, since it is a user's token that asks. */
const gatherings = new Map<number, Gathering>();

/**
 * Asks for what changed in a read. The refreshes that are begun at once share one look at the device, one request for all their
 * lists, and one transaction that writes what changed.
 */
export async function refreshGathered(asked: Asked): Promise<Found> {
  const gathering = gatherings.get(asked.userId) ?? gather(asked.userId);
  gathering.asked.push(asked);
  return (await gathering.found).get(asked.key) ?? { kind: 'unknown', known: undefined };
}

function gather(userId: number): Gathering {
  const asked: Asked[] = [];
  // Timers that come due together, as those of a screen's reads do, run one after the other.
  const found = new Promise((resolve) => setTimeout(resolve)).then(() => {
    gatherings.delete(userId);
    // Of two refreshes of one read, the later one knows what the page has.
    return refreshAll([...new Map(asked.map((each) => [each.key, each])).values()]);
  });
  const gathering = { asked, found };
  gatherings.set(userId, gathering);
  return gathering;
}

async function refreshAll(all: readonly Asked[]): Promise<Map<string, Found | Promise<Found>>> {
  const device = await unlessHung(withTransaction('r', ['device', 'kept'], (db) => readAllKnown(db, all)));
  const found = new Map<string, Found | Promise<Found>>();
  const lists: List[] = [];
  for (const [index, asked] of all.entries()) {
    const read = device?.[index];
    if (read?.checked) markChecked(asked, read.checked);
    // A stored answer without a version was changed since: what this page remembers says nothing of it.
    const { etag, cursor } =
      !read || !asked.byVersion ? {} : read.isStored ? read : versionOf(asked.inMemory);
    const known = read && { ...read, version: { etag, cursor } };
    found.set(asked.key, { kind: 'unknown', known });
    if (known && cursor !== undefined) lists.push({ ...asked, known, cursor });
  }
  for (let from = 0; from < lists.length; from += MOST_LISTS) {
    const asked = lists.slice(from, from + MOST_LISTS);
    const told = askChanges(asked);
    for (const { key, known } of asked) {
      found.set(
        key,
        told.then((each) => each.get(key) ?? { kind: 'unknown', known }),
      );
    }
  }
  return found;
}

/** Asks what changed in these lists, and caches it. Those that must be read whole are left out. */
async function askChanges(lists: readonly List[]): Promise<Map<string, Found>> {
  const since: Since = {};
  for (const { cursor, key } of lists) (since[cursor] ??= []).push(key);
  let asked = performance.now();
  const answer = await lists[0]
    ?.withToken((token) => {
      asked = performance.now();
      return callForChanges(since, { token });
    })
    .catch((error: unknown) => {
      // A server of the version before knows no such call, the question can be too long, and a firewall may take it for an attack.
      if (error instanceof RefusedByProxy || (error instanceof ApiError && UNANSWERED.has(error.status)))
        return undefined;
      throw error;
    });
  if (!answer) return new Map();
  const told = lists.filter(({ key }) => answer.lists[key] !== 'whole');
  for (const list of told) markAnswered(list, asked);
  const found = told.length > 0 ? await unlessHung(cacheChanges(told, answer)) : undefined;
  return new Map(
    told.map((list, index) => [list.key, found?.[index] ?? { kind: 'unknown', known: undefined }]),
  );
}

/** Lays what changed into the lists where the device stores them, and notes of the others that they are as they were. */
async function cacheChanges(lists: readonly List[], { cursor, lists: told }: ListChanges): Promise<Found[]> {
  const changes = lists.map(({ key, route }) => parseChanges(route, told[key]));
  const write = () =>
    // In one transaction, so that no change is applied between the check and the write.
    withTransaction('rw', ['device', 'kept'], async (db) => {
      const [before, isKept, checked] = await Promise.all([
        readAppliedChanges(db),
        storesReadsOf(db, lists[0]?.userId ?? 0),
        readChecked(db, lists),
      ]);
      return Promise.all(
        lists.map((list, index) =>
          cacheList(db, list, { changes: changes[index], cursor, before, isKept, checked: checked[index] }),
        ),
      );
    });
  const found = await writeMakingRoom(write).catch((error: unknown) => {
    // On a full device the lists are asked for, and shown without being cached.
    if (!(error instanceof OutOfSpace || isQuota(error))) throw error;
    return lists.map((list): Found => ({ kind: 'unknown', known: list.known }));
  });
  for (const [index, each] of found.entries()) {
    const list = lists[index];
    if (!list) continue;
    if (each.kind === 'unchanged') {
      markChecked(list, now());
      setVersion(list.inMemory, { cursor });
    }
    if (each.kind === 'changed') setVersion(each.answer, { cursor });
  }
  return found;
}

/** `misfit` for rows that this app does not understand: the answer with the whole list says so. */
function parseChanges(
  route: Route,
  told: ListChanges['lists'][string] | undefined,
): ChangedRows | 'misfit' | undefined {
  if (told === undefined) return undefined;
  const changes = changedRowsOf(route).safeParse(told);
  return changes.success ? changes.data : 'misfit';
}

interface Told {
  changes: ReturnType<typeof parseChanges>;
  cursor: string;
  before: number;
  isKept: boolean;
  checked: Awaited<ReturnType<typeof readChecked>>[number];
}

async function cacheList(db: DeviceTables, list: List, told: Told): Promise<Found> {
  const { userId, key, route, inMemory, known } = list;
  const { changes, cursor, before, isKept, checked } = told;
  const stored = await readRecords(db, list);
  const record = stored.whole ?? stored.list;
  /** Whether the stored list still is the one that was asked about. */
  const isSame = versionOfRecord(record, checked).cursor === list.cursor;
  if (!changes) {
    // What was deleted meanwhile is fetched.
    if (known.isStored && !record) return { kind: 'unknown', known };
    if (isSame) await db.kept.put({ userId, key: checkedKey(key), answer: null, asOf: now(), cursor });
    return { kind: 'unchanged', isStored: known.isStored };
  }
  if (before !== known.before) return { kind: 'overtaken' };
  const rows = isSame
    ? (await loadRead(db, list, stored))?.answer
    : versionOf(inMemory).cursor === list.cursor
      ? inMemory
      : undefined;
  const answer =
    rows && changes !== 'misfit' && applyChangedRows(rows as Record<string, unknown>[], changes, idOf(route));
  if (!answer) return { kind: 'unknown', known: { ...known, version: {} } };
  if (isKept) {
    await Promise.all([
      writeRead(db, { userId, key, answer, asOf: now(), cursor, contract: contractHash() }, stored),
      db.kept.delete([userId, checkedKey(key)]),
    ]);
  }
  return { kind: 'changed', answer };
}

function idOf({ paged }: Route): string {
  if (!paged) throw new Error('Only a list has rows.');
  return paged.id;
}
