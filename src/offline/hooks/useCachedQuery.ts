import { noop, useQuery, useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useSyncExternalStore } from 'react';
import type { CachedRouteName } from '../../../contract/routes.ts';
import { ApiError, RefusedByProxy, Unreachable } from '../../api/call.ts';
import { takeStaleReads } from '../../api/staleReads.ts';
import { useDevice } from '../engine/device.ts';
import {
  isShownRead,
  checkedTime,
  onFreshnessChange,
  removeShownRead,
  setShownRead,
  type RefreshFailure,
} from '../engine/reads/freshness.ts';
import { cacheKey, isCacheKeyOf } from '../engine/reads/cacheKey.ts';
import type { CachedAnswer, CachedInput } from '../engine/reads/cachedReads.ts';
import { unlessHung } from '../engine/unlessHung.ts';
import { onMemoryChange, openInMemory, readInMemory, shownUnfinished } from '../engine/reads/memoryStore.ts';
import { firstRead } from '../engine/firstRead.ts';
import { loadEngineAndRoutes, type Engine } from '../engine/loadEngine.ts';
import type { CachedRead } from '../engine/storedRecords.ts';
import { runAhead, showAhead, useSharedLiveQuery } from './useSharedLiveQuery.ts';

/** The age at which an answer is refreshed, and the interval of a visible screen, in milliseconds. */
const FRESH = 5_000;
const ASK_EVERY = 60_000;

export interface CachedQuery<T> {
  /** Its key among the cached reads. */
  key: string;
  data: T | undefined;
  /** When the server answered the data; `useAsOf` tells when it last said that it is as it was. */
  dataAsOf: Date | undefined;
  /** The rows that came of a long list that is read for the first time, and how many; undefined once there is data. */
  arrived: T | undefined;
  progress: { loaded: number; total: number | undefined } | undefined;
  /** Whether the data is stored on this device. */
  stored: boolean;
  /** Whether there is neither a cached nor a new answer yet, nor an error. */
  isPending: boolean;
  /** The error, if there is no cached answer. */
  error: Error | undefined;
  /** Whether the server refused this user the data, even if it is still cached. */
  denied: boolean;
  refresh: () => Promise<void>;
}

interface CachedQueryOptions {
  /** Another query that is refreshed first, since its call may change the answer of this one. */
  after?: CachedRouteName;
}

/** The last answer of a GET: read from IndexedDB at once, and refreshed in the background. */
export function useCachedQuery<N extends CachedRouteName>(
  name: N,
  input: CachedInput<N>,
  { after }: CachedQueryOptions = {},
): CachedQuery<CachedAnswer<N>> {
  const { userId, withToken } = useDevice();
  const queries = useQueryClient();
  const key = cacheKey(name, input);
  const found = useSharedLiveQuery(nameOf(userId, key), storedRead(userId, name, input));
  // For a moment after the input changed, it is still the answer to the one before.
  const read = found?.key === key && found.userId === userId ? found.read : undefined;
  const queryOf = <R extends CachedRouteName>(route: R, routeInput: CachedInput<R>) => {
    const queryKey = [userId, cacheKey(route, routeInput)];
    return {
      queryKey,
      // The answer stands where it is cached: on the device, or in this page's memory.
      queryFn: async () => {
        const { refreshCached } = await loadEngineAndRoutes();
        await refreshCached({ userId, name: route, input: routeInput, caller: withToken });
        return null;
      },
      staleTime: FRESH,
    };
  };
  const ownQuery = queryOf(name, input);
  const query = useQuery({
    ...ownQuery,
    queryFn: async () => {
      // If the first query fails, it shows its own error and this one goes on.
      if (after) await queries.query(queryOf(after, {})).catch(noop);
      return ownQuery.queryFn();
    },
    refetchInterval: ASK_EVERY,
    // Not of the time of each answer, so that nothing is drawn again because nothing changed.
    notifyOnChangeProps: ['error', 'isPending'],
  });

  // A device that stores nothing, or has no space, shows the answer in this page's memory.
  const memory = useSyncExternalStore(onMemoryChange, () => readInMemory({ userId, key }));
  const data = read?.answer ?? (memory?.answer as CachedAnswer<N> | undefined);
  const shownAt = data === undefined ? undefined : (read?.asOf ?? memory?.head.asOf)?.getTime();
  const failure = failureOf(query.error);
  const place = `${useId()} ${key}`;
  const { isPending } = query;
  useEffect(() => {
    // While it is refreshed, the last failure stands: a query without an answer of its own forgets its error then.
    if (shownAt === undefined || (isPending && isShownRead(place))) return;
    setShownRead(place, { userId, key, asOf: shownAt, failure });
  }, [place, userId, key, shownAt, failure, isPending]);
  useEffect(() => () => removeShownRead(place), [place]);
  const pages = useSyncExternalStore(onMemoryChange, () => shownUnfinished(userId, key));
  const unfinished = data === undefined ? pages : undefined;
  const { refetch } = query;
  const refresh = useCallback(async () => void (await refetch()), [refetch]);

  return {
    key,
    data,
    dataAsOf: shownAt === undefined ? undefined : new Date(shownAt),
    arrived: unfinished?.rows as CachedAnswer<N> | undefined,
    progress: unfinished && { loaded: unfinished.rows.length, total: unfinished.total },
    stored: Boolean(read),
    isPending: data === undefined && (read === undefined || query.error === null),
    error: data === undefined && read !== undefined ? (query.error ?? undefined) : undefined,
    denied: query.error instanceof ApiError && query.error.status === 403,
    refresh,
  };
}

const nameOf = (userId: number, key: string) => `cached ${userId} ${key}`;

/** Cached reads by name, each with its input. */
export type CachedInputs = { readonly [N in CachedRouteName]?: CachedInput<N> };

/** Reads what the device stores before a screen shows it. Resolves where the device takes too long, too. */
export async function readAhead(userId: number, inputs: CachedInputs): Promise<void> {
  const first = await firstRead();
  const reads = Object.entries(inputs) as [CachedRouteName, CachedInput<CachedRouteName>][];
  await unlessHung(
    Promise.all(
      reads.map(async ([name, input]) => {
        const key = cacheKey(name, input);
        const read = first?.userId === userId ? first.reads.get(key) : undefined;
        if (read === undefined) return runAhead(nameOf(userId, key), storedRead(userId, name, input));
        showAhead(nameOf(userId, key), { userId, key, read });
      }),
    ),
  );
}

/** Reads what the device stores, again and again. What it deletes meanwhile to make room stays in this page's memory. */
function storedRead<N extends CachedRouteName>(userId: number, name: N, input: CachedInput<N>) {
  const place = { userId, key: cacheKey(name, input) };
  let last: CachedRead<CachedAnswer<N>> | undefined;
  return async ({ readCached, storesReadsOf, withDatabase }: Engine) => {
    const read = await readCached(userId, name, input);
    if (!read && last && (await withDatabase((db) => storesReadsOf(db, userId))))
      await openInMemory(place).write(last);
    last = read;
    return { ...place, read: read ?? null };
  };
}

/** When the server last answered a read that is shown, or said that it is as it was. */
export function useAsOf({ key, dataAsOf }: CachedQuery<unknown>): Date | undefined {
  const { userId } = useDevice();
  const checked = useSyncExternalStore(onFreshnessChange, () => checkedTime({ userId, key }));
  return dataAsOf && new Date(Math.max(dataAsOf.getTime(), checked ?? 0));
}

function failureOf(error: Error | null): RefreshFailure | undefined {
  if (error === null) return undefined;
  if (error instanceof RefusedByProxy) return 'refused';
  if (error instanceof Unreachable) return 'unreachable';
  if (!(error instanceof ApiError)) return 'refused';
  if (error.status === 401) return 'signed out';
  return error.temporary ? 'server' : 'refused';
}

/** Refreshes the cached reads that a change made stale, as the server named them; or where it did not, all on screen. */
export function useRefreshAfterChange(): () => Promise<void> {
  const { userId } = useDevice();
  const queries = useQueryClient();
  return useCallback(async () => {
    const names = takeStaleReads();
    const stale = {
      predicate: ({ queryKey: [user, key] }: Query) =>
        user === userId &&
        (!names || names.some((name) => isCacheKeyOf(name as CachedRouteName, String(key)))),
      // Those on no screen too, so that the next one shows the change at once.
      refetchType: names ? 'all' : 'active',
    } as const;
    // A first read that is under way may have been answered before the change. It cannot be started again before it ends,
    // and not at all once its screen was left.
    const underWay = queries
      .getQueryCache()
      .findAll(stale)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    await Promise.allSettled(underWay.map(async ({ promise }) => promise));
    await queries.invalidateQueries(stale);
  }, [queries, userId]);
}
