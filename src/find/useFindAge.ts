import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import type { CachedRouteName } from '../../contract/routes.ts';
import { ApiError, Unreachable } from '../api/call.ts';
import { now } from '../browser/clock.ts';
import { useDevice, type Device } from '../offline/engine/device.ts';
import { cachedAges } from '../offline/engine/reads/cachedReads.ts';
import { onMemoryChange, readInMemory } from '../offline/engine/reads/memoryStore.ts';
import { refreshCached } from '../offline/engine/reads/refreshCached.ts';
import { searchedLists, type Group } from './things.ts';

/** In milliseconds: what is older is asked for as Find is opened. */
const FRESH = 60_000;

interface FindAge {
  /** When the server told the oldest of the lists; undefined while the device has none. */
  asOf: Date | undefined;
  /** What of the lists this device does not have. */
  missing: Group[];
}

/** How old what can be found is. What this device lacks is fetched once there is a connection, as on any screen. */
export function useFindAge(isManager: boolean): FindAge | undefined {
  const device = useDevice();
  const { userId } = device;
  const stored = useLiveQuery(() => cachedAges(userId), [userId]);
  const inMemory = (name: string) => readInMemory({ userId, key: name })?.head;
  const names = namesOf(isManager);
  // Drawn again when another answer comes into the page's memory.
  useSyncExternalStore(onMemoryChange, () => names.map((name) => inMemory(name)?.asOf?.getTime()).join(' '));
  useEffect(() => {
    const leaving = new AbortController();
    void refresh(device, namesOf(isManager), leaving.signal);
    return () => leaving.abort();
  }, [device, isManager]);
  if (!stored) return undefined;
  const lists = searchedLists(isManager);
  const ages = names.map((name) => ({
    group: lists[name]?.group,
    age: stored.get(name) ?? inMemory(name)?.checked ?? inMemory(name)?.asOf,
  }));
  const times = ages.flatMap(({ age }) => age?.getTime() ?? []);
  return {
    asOf: times.length > 0 ? new Date(Math.min(...times)) : undefined,
    missing: ages.flatMap(({ group, age }) => (group && !age ? [group] : [])),
  };
}

/** The lists that somebody has whole; the ledgers are those that were opened. */
function namesOf(isManager: boolean): CachedRouteName[] {
  const names = Object.keys(searchedLists(isManager)) as CachedRouteName[];
  return names.filter((name) => name !== 'listUserTransactions');
}

async function refresh(
  { userId, withToken }: Device,
  names: readonly CachedRouteName[],
  left: AbortSignal,
): Promise<void> {
  const ages = await cachedAges(userId);
  for (const name of names) {
    if (left.aborted) return;
    if (now().getTime() - (ages.get(name)?.getTime() ?? 0) < FRESH) continue;
    try {
      await refreshCached({ userId, name, input: {}, caller: withToken });
    } catch (error) {
      if (error instanceof Unreachable) return;
      // What the server refuses is found as it is.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
