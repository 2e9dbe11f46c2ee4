import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { withUnsent, type OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';

/** The maintenance requests, newest first, with the unsent changes applied. */
export function useListedRequests(input: Input<Routes['listMaintenance']>) {
  const { data, ...query } = useCachedQuery('listMaintenance', input);
  const { items, sending } = useUnsent();
  return { ...query, data: data && items && withUnsent(data, items), sending };
}

/** The open maintenance requests. */
export function useOpenRequests() {
  const { data, ...query } = useListedRequests({ query: { completed: 'false' } });
  return { ...query, data: data?.filter(isOpen) };
}

/** Leaves out requests that were completed or cancelled on this device, sent or not. */
function isOpen({ completed, cancelling, gone }: OptimisticRequest): boolean {
  return !completed && !cancelling && !gone;
}
