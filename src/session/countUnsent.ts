import { countDrafts } from '../offline/engine/drafts.ts';
import { itemsOf } from '../offline/engine/outbox/unsentItems.ts';
import { countSharedPhotos } from '../offline/engine/storage/sharedPhotos.ts';

export interface UnsentCounts {
  unsent: number;
  drafts: number;
}

/** What somebody wrote on this device that the server does not have. */
export async function countUnsent(userId: number): Promise<UnsentCounts> {
  const [items, drafts, shared] = await Promise.all([
    itemsOf(userId),
    countDrafts(userId),
    countSharedPhotos(userId),
  ]);
  // Shared photos are the beginning of one request.
  return { unsent: items.length, drafts: drafts + Math.min(1, shared) };
}
