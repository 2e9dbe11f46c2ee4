import type { ReactNode } from 'react';
import { Unreachable } from '../api/call.ts';
import type { CachedQuery } from '../offline/hooks/useCachedQuery.ts';
import { NOTHING_STORED, useStoresReads } from '../offline/hooks/useStoresReads.ts';
import { Loading } from '../ui/feedback/Loading.tsx';
import { LoadingProgress } from '../ui/feedback/LoadingProgress.tsx';
import { Problem } from '../ui/feedback/Problem.tsx';

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
  query: Pick<CachedQuery<T>, 'data' | 'error' | 'refresh'> & Partial<Pick<CachedQuery<T>, 'progress'>>;
  /** The rows of a long list that came, where they are shown before all did. */
  arrived?: T | undefined;
  /** Shown while it is loading. */
  loading?: ReactNode;
  /** `whole` is false while rows are missing. */
  children: (loaded: T, whole: boolean) => ReactNode;
}

/** The content of a read, or its error; of a long list also how much of it has come. */
export function Loaded<T>({ query, arrived, loading = <Loading />, children, ...failure }: LoadedProps<T>) {
  const { data, progress, error, refresh } = query;
  const shown = data === undefined ? arrived : data;
  // The content has one place, so that it stays when the last row comes, with what is typed in it.
  return (
    <>
      {data === undefined && error && <FailedRead {...{ error, refresh, ...failure }} />}
      {shown === undefined && !error && loading}
      {data === undefined && progress && <LoadingProgress {...progress} />}
      {shown !== undefined && children(shown, data !== undefined)}
    </>
  );
}
