import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import type { useListAddress } from '../../../ui/lists/useListAddress.ts';
import type { RequestFilters } from './requestFilters.ts';

export interface RequestFilterFieldsProps {
  requests: readonly OptimisticRequest[];
  filters: RequestFilters;
  list: ReturnType<typeof useListAddress>;
}
