import { withDatabase } from './database.ts';
import type { DraftVersion } from './drafts.ts';

/** A draft as a list shows it. */
export interface ListedDraft extends DraftVersion {
  savedAt: Date;
  value: unknown;
  /** The number of photos. */
  photos: number;
}

/** This user's drafts, the latest first. */
export async function listDrafts(userId: number): Promise<ListedDraft[]> {
  return withDatabase(async (db) => {
    const drafts = await db.drafts.where({ userId }).toArray();
    const photos = await db.draftPhotos.where({ userId }).toArray();
    const named = new Map(drafts.map((draft) => [draft.name, draft]));
    // The version before stored no row for a draft that had photos alone.
    for (const { name } of photos) {
      if (!named.has(name)) named.set(name, { userId, name, value: undefined, savedAt: new Date(0) });
    }
    return [...named.values()]
      .map(({ name, value, savedAt }) => ({
        name,
        value,
        savedAt,
        photos: photos.filter((photo) => photo.name === name).length,
      }))
      .sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime());
  });
}

/** The number of this user's drafts, without reading them. */
export async function countStoredDrafts(userId: number): Promise<number> {
  return withDatabase((db) => db.drafts.where({ userId }).count());
}
