import { withTransaction, type DeviceTables } from './database.ts';
import type { Draft, StoredPhoto } from './storedRecords.ts';
import { writeMakingRoom } from './storage/storageQuota.ts';
import { now } from '../../browser/clock.ts';
import { type DraftVersion, type DraftContent, DraftChanged, newDraftName, isNewer } from './drafts.ts';

/**
 * Saves a draft's value at each keystroke. Returns when it was stored.
 * @throws {DraftChanged} where another form has written to it since `seen`
 */
export async function saveDraft(userId: number, name: string, value: unknown, seen?: Date): Promise<Date> {
  const savedAt = now();
  await writeDraft(
    (drafts) => drafts.put({ userId, name, value, savedAt }),
    (drafts) => requireUnchanged(drafts, userId, { name, savedAt: seen }, savedAt),
  );
  return savedAt;
}

/** `savedAt`: what this write stores, which an attempt before may have committed already. */
async function requireUnchanged(
  drafts: DeviceTables['drafts'],
  userId: number,
  seen: DraftVersion,
  savedAt: Date,
): Promise<Draft | undefined> {
  const draft = await drafts.get([userId, seen.name]);
  if (isNewer(draft, seen) && isNewer(draft, { name: seen.name, savedAt })) throw new DraftChanged(seen.name);
  return draft;
}

/**
 * Stores what is in a form as a draft of its own, since another tab went on with the one that it had. The photos are
 * copies, since a stored photo belongs to one draft.
 */
export async function forkDraft(
  userId: number,
  form: string,
  { value, photos }: DraftContent,
): Promise<DraftVersion & { photos: StoredPhoto[] }> {
  const name = newDraftName(form);
  const copies = photos.map((photo) => ({ ...photo, id: crypto.randomUUID() }));
  const textSavedAt = await saveDraft(userId, name, value);
  const savedAt = copies.length > 0 ? await saveDraftPhotos(userId, name, copies) : textSavedAt;
  return { name, savedAt, photos: copies };
}

const storedListeners = new Set<() => void>();

/** Calls the listener after each write of a draft. */
export function onDraftStored(listener: () => void): () => void {
  storedListeners.add(listener);
  return () => storedListeners.delete(listener);
}

/**
 * Writes a draft and commits it explicitly. An automatic commit waits for the write's event, which browsers handle after
 * pending keystrokes, so that a kill could lose more of what was typed.
 */
export async function writeDraft(
  write: (drafts: DeviceTables['drafts']) => PromiseLike<unknown>,
  check?: (drafts: DeviceTables['drafts']) => PromiseLike<unknown>,
): Promise<void> {
  await writeMakingRoom(() =>
    withTransaction('rw', ['drafts'], async (db, { idbtrans }) => {
      if (check) await check(db.drafts);
      const written = write(db.drafts);
      idbtrans.commit();
      await written;
    }),
  );
  for (const listener of storedListeners) listener();
}

/**
 * Stores a draft's photos apart from its text, so that a keystroke does not write them again. Returns when.
 * @throws {DraftChanged} where another form has written to it since `seen`
 */
export async function saveDraftPhotos(
  userId: number,
  name: string,
  photos: readonly StoredPhoto[],
  seen?: Date,
): Promise<Date> {
  const savedAt = now();
  const rows = photos.map(({ id, name: filename, type, bytes, sha256, takenAt }, position) => ({
    id,
    type,
    bytes,
    sha256,
    takenAt,
    filename,
    position,
    userId,
    name,
  }));
  await writeMakingRoom(() =>
    withTransaction('rw', ['drafts', 'draftPhotos'], async (db) => {
      const draft = await requireUnchanged(db.drafts, userId, { name, savedAt: seen }, savedAt);
      await db.drafts.put({ userId, name, value: draft?.value, savedAt });
      const keep = new Set(rows.map((row) => row.id));
      const before = await db.draftPhotos.where({ userId, name }).primaryKeys();
      await db.draftPhotos.bulkDelete(before.filter((id) => !keep.has(id)));
      await db.draftPhotos.bulkPut(rows);
    }),
  );
  for (const listener of storedListeners) listener();
  return savedAt;
}
