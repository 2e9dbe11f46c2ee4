import { noop, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useId } from 'react';
import type { CachedRouteName } from '../../../contract/routes.ts';
import { ApiError } from '../../call.ts';
import { useDevice } from '../engine/device.ts';
import { removeShownRead, addShownRead } from '../engine/freshness.ts';
import {
  fetchAndCache,
  isCacheKeyOf,
  cacheKey,
  readCached,
  type CachedAnswer,
  type CachedInput,
} from '../engine/cachedReads.ts';

/** In milliseconds: how fresh an answer is not asked for again, and how often a visible screen asks. */
const FRESH = 5_000;
const ASK_EVERY = 60_000;

export interface CachedQuery<T> {
  data: T | undefined;
  /** When the data was the server's answer. */
  asOf: Date | undefined;
  /** Neither cached nor answered yet. */
  isPending: boolean;
  /** Only where this device has nothing to show instead. */
  error: Error | undefined;
  /** Whether the server says that this person may not read it (any more), whatever is still cached. */
  denied: boolean;
  refresh: () => Promise<void>;
}

interface CachedQueryOptions {
  /** Another read, asked for first wherever its answer is not fresh, since asking for it may change this one's answer. */
  after?: CachedRouteName;
}

/** The last good answer of a GET: shown at once from this device, and refreshed behind. */
export function useCachedQuery<N extends CachedRouteName>(
  name: N,
  input: CachedInput<N>,
  { after }: CachedQueryOptions = {},
): CachedQuery<CachedAnswer<N>> {
  const { userId, withToken } = useDevice();
  const queries = useQueryClient();
  const key = cacheKey(name, input);
  const read = useLiveQuery(async () => (await readCached(userId, name, input)) ?? null, [userId, key]);
  const queryOf = <R extends CachedRouteName>(route: R, routeInput: CachedInput<R>) => ({
    queryKey: [userId, cacheKey(route, routeInput)],
    queryFn: () => fetchAndCache(userId, route, routeInput, withToken),
    staleTime: FRESH,
  });
  const query = useQuery({
    ...queryOf(name, input),
    queryFn: async () => {
      // Where that one fails it is shown with its error, and this one as things stand.
      if (after) await queries.query(queryOf(after, {})).catch(noop);
      return fetchAndCache(userId, name, input, withToken);
    },
    refetchInterval: ASK_EVERY,
  });

  const asOf = read?.asOf;
  const place = useId();
  useEffect(() => {
    if (!asOf) return;
    addShownRead(place, asOf);
    return () => removeShownRead(place);
  }, [place, asOf]);

  // The answer itself stands in where this device cannot cache it.
  const data = read?.answer ?? query.data;
  return {
    data,
    asOf,
    isPending: data === undefined && (read === undefined || query.isPending),
    error: data === undefined && read !== undefined ? (query.error ?? undefined) : undefined,
    denied: query.error instanceof ApiError && query.error.status === 403,
    refresh: async () => {
      await query.refetch();
    },
  };
}

/** After a change: has the cached reads of these routes asked for anew, also those that are on no screen now. */
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
