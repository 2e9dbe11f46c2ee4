import type { ReactNode } from 'react';
import type { CachedQuery } from './offline/hooks/useCachedQuery.ts';
import { Loading } from './ui/feedback/Loading.tsx';
import { Problem } from './ui/feedback/Problem.tsx';

interface LoadedProps<T> {
  query: Pick<CachedQuery<T>, 'data' | 'error' | 'refresh'>;
  /** What stands before the reason of a failure, such as "Failed to load units". */
  failed: string;
  retryLabel?: string;
  /** Stands there until it is loaded. */
  loading?: ReactNode;
  children: (loaded: T) => ReactNode;
}

/** What a read gave, or why it gave nothing with the way to try again. */
export function Loaded<T>({ query, failed, retryLabel, loading = <Loading />, children }: LoadedProps<T>) {
  const { data, error, refresh } = query;
  if (data !== undefined) return children(data);
  if (!error) return loading;
  return (
    <Problem onRetry={() => void refresh()} retryLabel={retryLabel}>
      {failed}: {error.message}
    </Problem>
  );
}
