import { useEffect, type ReactNode } from 'react';
import { ApiError } from '../api/call.ts';
import { Loaded } from './Loaded.tsx';
import type { CachedQuery } from '../offline/hooks/useCachedQuery.ts';
import { AccessDenied } from '../ui/feedback/AccessDenied.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { useToast } from '../ui/feedback/Toasts.tsx';

interface LoadedRecordProps<T> {
  query: CachedQuery<T>;
  /** The message if the server sends none. */
  failed: string;
  children: (loaded: T) => ReactNode;
}

/** A screen about one record, once it is loaded. An error also shows a toast. */
export function LoadedRecord<T>({ query, failed, children }: LoadedRecordProps<T>) {
  const { error, denied } = query;
  const toast = useToast();
  const messageOf = (reason: Error) =>
    reason instanceof ApiError ? reason.message || failed : `${failed}. ${reason.message}`;
  const problem = error && !denied ? messageOf(error) : undefined;
  useEffect(() => {
    if (problem) toast.error(problem);
  }, [problem, toast]);

  if (denied) return <AccessDenied />;
  return <Loaded query={query} failed={messageOf} loading={<Loading cards={1} />} children={children} />;
}
