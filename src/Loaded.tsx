import type { ReactNode } from 'react';
import { Unreachable } from './call.ts';
import type { CachedQuery } from './offline/hooks/useCachedQuery.ts';
import { NOTHING_STORED, useStoresReads } from './offline/hooks/useStoresReads.ts';
import { Loading } from './ui/feedback/Loading.tsx';
import { Problem } from './ui/feedback/Problem.tsx';

interface FailedReadProps {
  error: Error;
  /** The text before the reason of an error, such as "Failed to load units", or the whole message. */
  failed: string | ((error: Error) => string);
  /** Tries again. */
  refresh?: () => Promise<void>;
  retryLabel?: string | undefined;
}

/** The error of a read, with a button to try again. Where there is no connection, also why nothing was stored. */
export function FailedRead({ error, failed, refresh, retryLabel }: FailedReadProps) {
  const storesReads = useStoresReads();
  return (
    <Problem onRetry={refresh && (() => void refresh())} retryLabel={retryLabel}>
      {typeof failed === 'string' ? `${failed}: ${error.message}` : failed(error)}
      {storesReads === false && error instanceof Unreachable && <p className="mt-2">{NOTHING_STORED}</p>}
    </Problem>
  );
}

interface LoadedProps<T> extends Pick<FailedReadProps, 'failed' | 'retryLabel'> {
  query: Pick<CachedQuery<T>, 'data' | 'error' | 'refresh'>;
  /** Shown while it is loading. */
  loading?: ReactNode;
  children: (loaded: T) => ReactNode;
}

/** The content of a read, or its error. */
export function Loaded<T>({ query, loading = <Loading />, children, ...failure }: LoadedProps<T>) {
  const { data, error, refresh } = query;
  if (data !== undefined) return children(data);
  return error ? <FailedRead {...{ error, refresh, ...failure }} /> : loading;
}
