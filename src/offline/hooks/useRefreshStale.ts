import { focusManager, useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { RouteName } from '../../../contract/routes.ts';
import { isCacheKeyOf } from '../engine/reads/cacheKey.ts';
import { useDevice } from '../engine/device.ts';
import { wasAskedAfter } from '../engine/reads/freshness.ts';

/** Within how many milliseconds the phones of a community begin to ask, so that not all do in the same one. */
const SPREAD = 300;

/**
 * Refreshes the cached reads of these routes that are on screen, if they were not asked for since. Others are refreshed when
 * they are next shown.
 */
export function useRefreshStale(): (reads: readonly string[]) => void {
  const { userId } = useDevice();
  const queries = useQueryClient();
  /** The routes, with the time at which each was told of last. */
  const waiting = useRef(new Map<string, number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef(false);

  const refresh = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    try {
      while (waiting.current.size > 0) {
        const told = [...waiting.current];
        waiting.current.clear();
        const predicate = ({ queryKey: [user, key] }: Query) =>
          user === userId &&
          told.some(
            ([name, at]) =>
              isCacheKeyOf(name as RouteName, String(key)) &&
              !wasAskedAfter({ userId, key: String(key) }, at),
          );
        // An answer that is on its way may be older than the change.
        const onTheirWay = queries.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
        await Promise.all(onTheirWay.map(async (query) => query.promise?.catch(() => undefined)));
        const refetchType = focusManager.isFocused() ? 'active' : 'none';
        await queries.invalidateQueries({ predicate, refetchType });
      }
    } finally {
      running.current = false;
    }
  }, [queries, userId]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (reads) => {
      for (const read of reads) waiting.current.set(read, performance.now());
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void refresh(), Math.random() * SPREAD);
    },
    [refresh],
  );
}
