import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';

/** Where management opens a request; also one that is not sent yet. */
export function requestPath({ key, request, unsent: [item] }: OptimisticRequest): string {
  return request || !item
    ? `/admin/maintenance?request=${encodeURIComponent(key)}`
    : `/admin/maintenance?unsent=${item.id}`;
}
