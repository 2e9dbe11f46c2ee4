import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useDevice } from '../engine/device.ts';
import { countStoredDrafts, listDrafts, type ListedDraft } from '../engine/draftList.ts';

/** This user's drafts on this device, the latest first; undefined until read. */
export function useDrafts(): ListedDraft[] | undefined {
  const { userId } = useDevice();
  return useLiveQuery(() => listDrafts(userId), [userId]);
}

/**
 * Whether this user has had a draft on this device since the component was mounted. Once that is known nothing is
 * observed any more, since each keystroke changes a draft, and a query at each of them would delay the next write.
 */
export function useHasDraft(userId: number): boolean {
  const [found, setFound] = useState(false);
  const count = useLiveQuery(() => (found ? 1 : countStoredDrafts(userId)), [userId, found]);
  if (count && !found) setFound(true);
  return found;
}
