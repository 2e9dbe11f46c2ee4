import { Dexie } from 'dexie';
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
    // The index alone, since the photos themselves are large.
    const photos = (await db.draftPhotos
      .where('[userId+name]')
      .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
      .keys()) as unknown as [number, string][];
    const named = new Map(drafts.map((draft) => [draft.name, draft]));
    // The version before stored no row for a draft that had photos alone.
    for (const [, name] of photos) {
      if (!named.has(name)) named.set(name, { userId, name, value: undefined, savedAt: new Date(0) });
    }
    return [...named.values()]
      .map(({ name, value, savedAt }) => ({
        name,
        value,
        savedAt,
        photos: photos.filter(([, of]) => of === name).length,
      }))
      .sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime());
  });
}
