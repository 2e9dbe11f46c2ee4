import { withDatabase, type DeviceDatabase, type StoredPhoto } from './database.ts';
import { writeMakingRoom } from './storageQuota.ts';

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

/** The draft of this name, if there is one. */
export async function readDraft(
  userId: number,
  name: string,
): Promise<{ value: unknown; photos: StoredPhoto[] } | undefined> {
  return withDatabase(async (db) => {
    const draft = await db.drafts.get([userId, name]);
    const photos = await db.draftPhotos.where({ userId, name }).sortBy('position');
    if (!draft && photos.length === 0) return undefined;
    return {
      value: draft?.value,
      photos: photos.map(({ id, filename, type, bytes, sha256 }) => ({
        id,
        name: filename,
        type,
        bytes,
        sha256,
      })),
    };
  });
}

/** Saves a draft's value at each keystroke. */
export async function saveDraft(userId: number, name: string, value: unknown): Promise<void> {
  await writeDraft((drafts) => drafts.put({ userId, name, value, savedAt: new Date() }));
}

/**
 * Writes a draft and commits it explicitly. An automatic commit waits for the write's event, which browsers handle after
 * pending keystrokes, so that a kill could lose more of what was typed.
 */
export async function writeDraft(
  write: (drafts: DeviceDatabase['drafts']) => PromiseLike<unknown>,
): Promise<void> {
  await writeMakingRoom(() =>
    withDatabase((db) =>
      db.transaction('rw', db.drafts, async ({ idbtrans }) => {
        const written = write(db.drafts);
        idbtrans.commit();
        await written;
      }),
    ),
  );
}

/** Stores a draft's photos apart from its text, so that a keystroke does not write them again. */
export async function saveDraftPhotos(
  userId: number,
  name: string,
  photos: readonly StoredPhoto[],
): Promise<void> {
  const rows = photos.map(({ id, name: filename, type, bytes, sha256 }, position) => ({
    id,
    type,
    bytes,
    sha256,
    filename,
    position,
    userId,
    name,
  }));
  await writeMakingRoom(() =>
    withDatabase((db) =>
      db.transaction('rw', db.draftPhotos, async () => {
        const keep = new Set(rows.map((row) => row.id));
        const before = await db.draftPhotos.where({ userId, name }).primaryKeys();
        await db.draftPhotos.bulkDelete(before.filter((id) => !keep.has(id)));
        await db.draftPhotos.bulkPut(rows);
      }),
    ),
  );
}

export async function discardDraft(userId: number, name: string): Promise<void> {
  await withDatabase((db) =>
    db.transaction('rw', db.drafts, db.draftPhotos, async () => {
      await db.drafts.delete([userId, name]);
      await db.draftPhotos.where({ userId, name }).delete();
    }),
  );
}

/** Renames the draft of an edit when its record gets the server's id. */
export async function moveDraft(db: DeviceDatabase, userId: number, name: string, to: string): Promise<void> {
  const draft = await db.drafts.get([userId, name]);
  if (draft) {
    await db.drafts.delete([userId, name]);
    await db.drafts.put({ ...draft, name: to });
  }
  await db.draftPhotos.where({ userId, name }).modify({ name: to });
}

/** The number of this user's drafts. */
export async function countDrafts(userId: number): Promise<number> {
  await waitForPendingWrites(userId);
  return withDatabase(async (db) => {
    const [drafts, photos] = await Promise.all([
      db.drafts.where({ userId }).toArray(),
      db.draftPhotos.where({ userId }).toArray(),
    ]);
    return new Set([...drafts, ...photos].map(({ name }) => name)).size;
  });
}

export async function discardAllDrafts(userId: number): Promise<void> {
  await waitForPendingWrites(userId);
  await withDatabase((db) =>
    db.transaction('rw', db.drafts, db.draftPhotos, async () => {
      await db.drafts.where({ userId }).delete();
      await db.draftPhotos.where({ userId }).delete();
    }),
  );
}
