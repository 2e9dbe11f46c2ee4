import type { Input } from '../../../contract/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { withUnsent } from '../../offline/subjects/maintenanceList.ts';
import { useOutbox } from '../../offline/hooks/useOutbox.ts';

/** Maintenance requests, newest first, with what is unsent laid over them. */
export function useListedRequests(input: Input<Routes['listMaintenance']>) {
  const { data, ...query } = useCachedQuery('listMaintenance', input);
  const { items, sending } = useOutbox();
  return { ...query, data: data && items && withUnsent(data, items), sending };
}
