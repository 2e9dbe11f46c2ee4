import { Dexie } from 'dexie';
import { withDatabase, withTransaction, type DeviceTables } from './database.ts';
import type { Draft, StoredPhoto } from './storedRecords.ts';
import { now } from '../../browser/clock.ts';

/**
 * The pending write of each draft, by `draftKey`. A form that opens again waits for it, and so does
 * `discardAllDrafts`, so that nothing is written afterwards.
 */
export const pendingWrites = new Map<string, Promise<void>>();

export function draftKey(userId: number, name: string): string {
  return `${userId} ${name}`;
}

async function waitForPendingWrites(userId: number): Promise<void> {
  const ownWrites = [...pendingWrites].filter(([place]) => place.startsWith(draftKey(userId, '')));
  await Promise.all(ownWrites.map(([, written]) => written));
}

/** A draft as one form knows it. */
export interface DraftVersion {
  name: string;
  /** When it was stored last, by this form or before it was opened; missing while nothing is stored. */
  savedAt?: Date | undefined;
}

export interface DraftContent {
  value: unknown;
  photos: StoredPhoto[];
}

/** Another tab wrote to the draft after this form had read it. */
export class DraftChanged extends Error {
  constructor(name: string) {
    super(`The draft ${name} was written in another tab.`);
    this.name = 'DraftChanged';
  }
}

/** Names a new draft of a form, which thereby has an identity of its own. */
export function newDraftName(form: string): string {
  return `${form}:${crypto.randomUUID()}`;
}

/** The record that a new draft becomes, by which it is known after it was submitted. */
export function recordOfDraft(name: string): string | undefined {
  const id = /:([\da-f-]{36})$/.exec(name)?.[1];
  return id && `new:${id}`;
}

/** Whether another form wrote to this draft after the given version. */
export function isNewer(draft: Draft | undefined, { savedAt }: DraftVersion): boolean {
  return savedAt !== undefined && draft !== undefined && draft.savedAt.getTime() !== savedAt.getTime();
}

/** The draft of this name, if there is one. */
export async function readDraft(userId: number, name: string): Promise<DraftContent | undefined> {
  return withDatabase((db) => contentOf(db, userId, name));
}

async function contentOf(db: DeviceTables, userId: number, name: string): Promise<DraftContent | undefined> {
  const draft = await db.drafts.get([userId, name]);
  const photos = await db.draftPhotos.where({ userId, name }).sortBy('position');
  if (!draft && photos.length === 0) return undefined;
  return {
    value: draft?.value,
    photos: photos.map(({ id, filename, type, bytes, sha256, takenAt }) => ({
      id,
      name: filename,
      type,
      bytes,
      sha256,
      takenAt,
    })),
  };
}

/**
 * Opens a draft of a form whose drafts have identities: the chosen one, or else the latest. Where there is
 * none it begins one, which is stored when it is typed.
 */
export async function openDraft(
  userId: number,
  form: string,
  chosen?: string,
): Promise<{ version: DraftVersion; content?: DraftContent | undefined }> {
  return withTransaction('rw', ['drafts', 'draftPhotos'], async (db) => {
    // A draft of the version before has the name of the form.
    await moveDraft(db, userId, form, newDraftName(form));
    const drafts = await db.drafts
      .where('[userId+name]')
      .between([userId, `${form}:`], [userId, `${form}:\uffff`])
      .sortBy('savedAt');
    const draft = drafts.find(({ name }) => name === chosen) ?? drafts.at(-1);
    if (!draft) return { version: { name: newDraftName(form) } };
    const version = { name: draft.name, savedAt: draft.savedAt };
    return { version, content: await contentOf(db, userId, draft.name) };
  });
}

/** Deletes a draft, unless another form has written to it since this version. */
export async function discardDraft(userId: number, { name, savedAt }: DraftVersion): Promise<void> {
  await withTransaction('rw', ['drafts', 'draftPhotos'], async (db) => {
    if (isNewer(await db.drafts.get([userId, name]), { name, savedAt })) return;
    await db.drafts.delete([userId, name]);
    await db.draftPhotos.where({ userId, name }).delete();
  });
}

/** Renames a draft, such as that of an edit when its record gets the server's id. */
export async function moveDraft(db: DeviceTables, userId: number, name: string, to: string): Promise<void> {
  const draft = await db.drafts.get([userId, name]);
  const photos = await db.draftPhotos.where({ userId, name }).modify({ name: to });
  if (!draft && photos === 0) return;
  const { savedAt, value } = draft ?? (await db.drafts.get([userId, to])) ?? { savedAt: now() };
  await db.drafts.delete([userId, name]);
  // The version before stored no row for a draft that had photos alone.
  await db.drafts.put({ userId, name: to, value, savedAt });
}

/** The number of this user's drafts. */
export async function countDrafts(userId: number): Promise<number> {
  await waitForPendingWrites(userId);
  return withDatabase(async (db) => {
    const range = [
      [userId, Dexie.minKey],
      [userId, Dexie.maxKey],
    ] as const;
    // The keys alone, since photos are large.
    const [drafts, photos] = await Promise.all([
      db.drafts
        .where('[userId+name]')
        .between(...range)
        .keys(),
      db.draftPhotos
        .where('[userId+name]')
        .between(...range)
        .keys(),
    ]);
    return new Set([...drafts, ...photos].map(String)).size;
  });
}

export async function discardAllDrafts(userId: number): Promise<void> {
  await waitForPendingWrites(userId);
  await withTransaction('rw', ['drafts', 'draftPhotos'], async (db) => {
    await db.drafts.where({ userId }).delete();
    await db.draftPhotos.where({ userId }).delete();
  });
}
