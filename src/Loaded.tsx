import type { ReactNode } from 'react';
import type { CachedQuery } from './offline/hooks/useCachedQuery.ts';
import { Loading } from './ui/feedback/Loading.tsx';
import { Problem } from './ui/feedback/Problem.tsx';

interface FailedReadProps {
  error: Error;
  /** What stands before the reason of a failure, such as "Failed to load units", or all that is said of it. */
  failed: string | ((error: Error) => string);
  /** Tries again. */
  refresh?: () => Promise<void>;
  retryLabel?: string | undefined;
}

/** Why a read gave nothing, with the way to try again. */
export function FailedRead({ error, failed, refresh, retryLabel }: FailedReadProps) {
  return (
    <Problem onRetry={refresh && (() => void refresh())} retryLabel={retryLabel}>
      {typeof failed === 'string' ? `${failed}: ${error.message}` : failed(error)}
    </Problem>
  );
}

interface LoadedProps<T> extends Pick<FailedReadProps, 'failed' | 'retryLabel'> {
  query: Pick<CachedQuery<T>, 'data' | 'error' | 'refresh'>;
  /** Stands there until it is loaded. */
  loading?: ReactNode;
  children: (loaded: T) => ReactNode;
}

/** What a read gave, or why it gave nothing. */
export function Loaded<T>({ query, loading = <Loading />, children, ...failure }: LoadedProps<T>) {
  const { data, error, refresh } = query;
  if (data !== undefined) return children(data);
  return error ? <FailedRead {...{ error, refresh, ...failure }} /> : loading;
}
