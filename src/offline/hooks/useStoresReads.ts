import { useDevice } from '../engine/device.ts';
import { useSharedLiveQuery } from './useSharedLiveQuery.ts';

export const NOTHING_STORED =
  'You signed in without “Keep me signed in on this device”, so nothing is stored here to read.';

/** Whether this device stores what the user reads; undefined until it is known. */
export function useStoresReads(): boolean | undefined {
  const { userId } = useDevice();
  return useSharedLiveQuery(`stores reads of ${userId}`, (engine) =>
    engine.withDatabase((db) => engine.storesReadsOf(db, userId)),
  );
}
