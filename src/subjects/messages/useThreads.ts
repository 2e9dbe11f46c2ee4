import { useMemo } from 'react';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { threadsWithUnsent } from '../../offline/subjects/conversations/threadList.ts';

/** The conversations that somebody sees, with what is unsent on this device, the last message first. */
export function useThreads() {
  const { data, ...query } = useCachedQuery('listThreads', {});
  const { items, sending } = useUnsent();
  const threads = useMemo(() => data && items && threadsWithUnsent(data, items), [data, items]);
  return { ...query, data: threads, sending };
}
