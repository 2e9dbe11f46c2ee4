import { useLiveQuery } from 'dexie-react-hooks';
import { useDevice } from '../engine/device.ts';
import { listDrafts, type ListedDraft } from '../engine/draftList.ts';

/** This user's drafts on this device, the latest first; undefined until read. */
export function useDrafts(): ListedDraft[] | undefined {
  const { userId } = useDevice();
  return useLiveQuery(() => listDrafts(userId), [userId]);
}
