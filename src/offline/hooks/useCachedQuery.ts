import { noop, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useId } from 'react';
import type { CachedRouteName } from '../../../contract/routes.ts';
import { ApiError, Unreachable } from '../../call.ts';
import { useDevice } from '../engine/device.ts';
import { isShownRead, removeShownRead, setShownRead, type RefreshFailure } from '../engine/freshness.ts';
import {
  isCacheKeyOf,
  cacheKey,
  lastChecked,
  readCached,
  type CachedAnswer,
  type CachedInput,
} from '../engine/cachedReads.ts';
import { refreshCached } from '../engine/refreshCached.ts';

/** The age at which an answer is refreshed, and the interval of a visible screen, in milliseconds. */
const FRESH = 5_000;
const ASK_EVERY = 60_000;

export interface CachedQuery<T> {
  data: T | undefined;
  /** When the server answered the data. */
  asOf: Date | undefined;
  /** Whether the data is stored on this device. */
  stored: boolean;
  /** Whether there is neither a cached nor a new answer yet. */
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
  const read = useLiveQuery(async () => (await readCached(userId, name, input)) ?? null, [userId, key]);
  // Apart from the list, so that it is not read again because nothing changed.
  const checked = useLiveQuery(() => lastChecked(userId, key), [userId, key]);
  const queryOf = <R extends CachedRouteName>(route: R, routeInput: CachedInput<R>) => {
    const queryKey = [userId, cacheKey(route, routeInput)];
    return {
      queryKey,
      // Null where the cached answer still holds.
      queryFn: async (): Promise<CachedAnswer<R> | null> =>
        (await refreshCached({ userId, name: route, input: routeInput, caller: withToken })) ??
        queries.getQueryData<CachedAnswer<R>>(queryKey) ??
        null,
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
  });

  // A device that stores nothing, or has no space, shows the answer in this page's memory.
  const data = read?.answer ?? query.data ?? undefined;
  const updatedAt = query.data === undefined ? undefined : new Date(query.dataUpdatedAt);
  const asOf = read ? (checked ?? read.asOf) : updatedAt;
  const shownAsOf = asOf?.getTime();
  const failure = failureOf(query.error);
  const place = `${useId()} ${key}`;
  useEffect(() => {
    // While it is refreshed, the last failure stands: the query forgets its error then.
    if (shownAsOf === undefined || (query.isFetching && isShownRead(place))) return;
    setShownRead(place, { asOf: shownAsOf, failure });
  }, [place, shownAsOf, failure, query.isFetching]);
  useEffect(() => () => removeShownRead(place), [place]);

  return {
    data,
    asOf,
    stored: Boolean(read),
    isPending: data === undefined && (read === undefined || query.isPending),
    error: data === undefined && read !== undefined ? (query.error ?? undefined) : undefined,
    denied: query.error instanceof ApiError && query.error.status === 403,
    refresh: async () => {
      await query.refetch();
    },
  };
}

function failureOf(error: Error | null): RefreshFailure | undefined {
  if (error === null) return undefined;
  if (error instanceof Unreachable) return 'unreachable';
  if (!(error instanceof ApiError)) return 'refused';
  if (error.status === 401) return 'signed out';
  return error.temporary ? 'server' : 'refused';
}

/** Invalidates the cached reads of these routes after a change, also those on no screen. */
export function useRefreshCachedReads(): (...names: CachedRouteName[]) => Promise<void> {
  const { userId } = useDevice();
  const queries = useQueryClient();
  return useCallback(
    (...names) =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [user, key] }) =>
          user === userId && names.some((name) => isCacheKeyOf(name, String(key))),
        refetchType: 'all',
      }),
    [queries, userId],
  );
}
