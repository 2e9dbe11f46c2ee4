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
import { readAppliedChanges } from './appliedChanges.ts';
import { versionOf } from './cachedReads.ts';
import { unlessHung } from '../unlessHung.ts';
import { contractHash } from '../contractHash.ts';
import { withTransaction, type DeviceTables } from '../database.ts';
import { storesReadsOf } from '../deviceUser.ts';
import { markAnswered, markChecked } from './freshness.ts';
import { openInMemory } from './memoryStore.ts';
import { isQuota, OutOfSpace, writeMakingRoom } from '../storage/storageQuota.ts';
import type { ReadHead, ReadPlace, UnfinishedHead } from '../storedRecords.ts';
import { openOnDevice, READ_TABLES } from './deviceStore.ts';
import type { Version } from './fetchAllPages.ts';

/** Makes a call with the token of its user. */
export type WithToken = <T>(send: (token: string) => Promise<T>) => Promise<T>;

/** A read that is to be refreshed. */
export interface Asked extends ReadPlace {
  route: Route;
  /** Whether what is known of it is still true. */
  byVersion: boolean;
  withToken: WithToken;
}

/** What a refresh of a read goes on from. */
export interface Known {
  /** How many answers to changes were applied on this device. */
  before: number;
  /** Whether the device has its answer, and not this page's memory alone. */
  isStored: boolean;
  version: Version;
  /** The pages of it that came before its reading was cut. */
  unfinished: UnfinishedHead | undefined;
}

/**
 * What a batch found out about a read. `changed`: rows of a list changed, and are cached already. `unknown`: it must be asked for by
 * itself, since it is no list or has no cursor. `overtaken`: a change was applied since the request.
 */
export type Found =
  | { kind: 'unchanged' }
  | { kind: 'changed'; answer: unknown }
  | { kind: 'unknown'; known: Known | undefined }
  | { kind: 'overtaken' };

type List = Asked & { known: Known; cursor: string };

/** The statuses by which a server does not answer what changed, while it may answer the lists. */
const UNANSWERED = new Set([400, 404, 414, 431]);

interface Batch {
  asked: Asked[];
  /** Of each read, by its key: what is no list need not wait for the others. */
  found: Promise<Map<string, Found | Promise<Found>>>;
}

/** By user, since it is a user's token that asks. */
const batches = new Map<number, Batch>();

/**
 * Asks for what changed in a read. The refreshes that are started at once share one look at the device, one request for all their
 * lists, and one transaction that writes what changed.
 */
export async function refreshBatched(asked: Asked): Promise<Found> {
  const batch = batches.get(asked.userId) ?? startBatch(asked.userId);
  batch.asked.push(asked);
  return (await batch.found).get(asked.key) ?? { kind: 'unknown', known: undefined };
}

function startBatch(userId: number): Batch {
  const asked: Asked[] = [];
  // Timers that come due together, as those of a screen's reads do, run one after the other.
  const found = new Promise((resolve) => setTimeout(resolve)).then(() => {
    batches.delete(userId);
    // Of two refreshes of one read, the later one knows what the page has.
    return refreshAll([...new Map(asked.map((each) => [each.key, each])).values()]);
  });
  const batch = { asked, found };
  batches.set(userId, batch);
  return batch;
}

async function refreshAll(all: readonly Asked[]): Promise<Map<string, Found | Promise<Found>>> {
  const device = await unlessHung(
    // Asked at once, since each question that waits for the answer to another is a task of its own.
    withTransaction('r', ['device', 'reads'], (db) =>
      Promise.all([readAppliedChanges(db), readHeads(db, all)]),
    ),
  );
  const found = new Map<string, Found | Promise<Found>>();
  const lists: List[] = [];
  for (const [index, asked] of all.entries()) {
    const known = device && knownOf(asked, device[1][index], device[0]);
    found.set(asked.key, { kind: 'unknown', known });
    const cursor = known?.version.cursor;
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

function readHeads(db: DeviceTables, places: readonly ReadPlace[]): Promise<(ReadHead | undefined)[]> {
  return db.reads.bulkGet(places.map(({ userId, key }): [number, string] => [userId, key]));
}

function knownOf(asked: Asked, stored: ReadHead | undefined, before: number): Known {
  const isStored = stored?.asOf !== undefined;
  const head = isStored ? stored : openInMemory(asked).head;
  if (stored?.checked) markChecked(asked, stored.checked);
  return {
    before,
    isStored,
    version: asked.byVersion ? versionOf(head) : {},
    unfinished: stored?.unfinished,
  };
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
    withTransaction('rw', READ_TABLES, async (db) => {
      const [before, isKept, heads] = await Promise.all([
        readAppliedChanges(db),
        storesReadsOf(db, lists[0]?.userId ?? 0),
        readHeads(db, lists),
      ]);
      return Promise.all(
        lists.map((list, index) =>
          cacheList(db, list, { changes: changes[index], cursor, before, isKept, head: heads[index] }),
        ),
      );
    });
  const found = await writeMakingRoom(write).catch((error: unknown) => {
    // On a full device the lists are asked for, and shown without being cached.
    if (!(error instanceof OutOfSpace || isQuota(error))) throw error;
    return lists.map((list): Found => ({ kind: 'unknown', known: list.known }));
  });
  for (const list of lists.filter((_, index) => found[index]?.kind === 'unchanged')) markChecked(list, now());
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
  head: ReadHead | undefined;
}

async function cacheList(db: DeviceTables, list: List, told: Told): Promise<Found> {
  const { route, known } = list;
  const { changes, cursor, before, isKept, head } = told;
  const device = openOnDevice(db, list, head);
  const read = known.isStored ? device : openInMemory(list);
  // What was deleted meanwhile is fetched.
  if (!read.head?.asOf) return { kind: 'unknown', known: { ...known, version: {} } };
  /** Whether it still is the list that was asked about. */
  const isSame = versionOf(read.head).cursor === list.cursor;
  if (!changes) {
    if (isSame) await read.check(cursor);
    return { kind: 'unchanged' };
  }
  if (before !== known.before) return { kind: 'overtaken' };
  const rows = isSame ? await read.answer() : undefined;
  const answer =
    rows && changes !== 'misfit' && applyChangedRows(rows as Record<string, unknown>[], changes, idOf(route));
  if (!answer) return { kind: 'unknown', known: { ...known, version: {} } };
  const place = isKept ? device : openInMemory(list);
  await place.write({ answer, asOf: now(), cursor, contract: contractHash() });
  return { kind: 'changed', answer };
}

function idOf({ paged }: Route): string {
  if (!paged) throw new Error('Only a list has rows.');
  return paged.id;
}
