import type { OptimisticRequest } from '../../offline/subjects/maintenanceList.ts';
import { useListedRequests } from './useListedRequests.ts';

/** The open maintenance requests. */
export function useOpenRequests() {
  const { data, ...query } = useListedRequests({ query: { completed: 'false' } });
  return { ...query, data: data?.filter(isOpen) };
}

/** What this device has completed or cancelled is not open any more, whether or not that was sent. */
function isOpen({ completed, cancelling, gone }: OptimisticRequest): boolean {
  return !completed && !cancelling && !gone;
}
