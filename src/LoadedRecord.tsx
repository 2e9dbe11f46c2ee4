import { useEffect, type ReactNode } from 'react';
import { ApiError } from './call.ts';
import type { CachedQuery } from './offline/hooks/useCachedQuery.ts';
import { AccessDenied } from './ui/feedback/AccessDenied.tsx';
import { Loading } from './ui/feedback/Loading.tsx';
import { Problem } from './ui/feedback/Problem.tsx';
import { useToast } from './ui/feedback/Toasts.tsx';

interface LoadedRecordProps<T> {
  query: CachedQuery<T>;
  /** What is said where the server has no words of its own. */
  failed: string;
  children: (loaded: T) => ReactNode;
}

/** A screen about one record, once that is loaded. */
export function LoadedRecord<T>({ query, failed, children }: LoadedRecordProps<T>) {
  const { data, error, denied } = query;
  const toast = useToast();
  const problem = error && !denied ? wordsOf(error, failed) : undefined;
  useEffect(() => {
    if (problem) toast.error(problem);
  }, [problem, toast]);

  if (denied) return <AccessDenied />;
  if (problem) return <Problem onRetry={() => void query.refresh()}>{problem}</Problem>;
  if (data === undefined) return <Loading cards={1} />;
  return children(data);
}

function wordsOf(error: Error, failed: string): string {
  return error instanceof ApiError ? error.message || failed : `${failed}. ${error.message}`;
}
