import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useDevice } from '../engine/device.ts';
import { countDrafts } from '../engine/drafts.ts';
import { onDraftStored } from '../engine/draftWrites.ts';
import { listDrafts, type ListedDraft } from '../engine/draftList.ts';

/** This user's drafts on this device, the latest first; undefined until read. */
export function useDrafts(): ListedDraft[] | undefined {
  const { userId } = useDevice();
  return useLiveQuery(() => listDrafts(userId), [userId]);
}

/** In milliseconds: nothing is read between two keystrokes, where it would delay the next write. */
const PAUSE = 500;

/** Whether this user has had a draft on this device since the component was mounted. */
export function useHasDraft(userId: number): boolean {
  const [found, setFound] = useState(false);
  useEffect(() => {
    if (found) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void countDrafts(userId).then((count) => setFound(count > 0)), PAUSE);
    };
    look();
    const stop = onDraftStored(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [userId, found]);
  return found;
}
