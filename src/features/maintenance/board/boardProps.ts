import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import type { useListAddress } from '../../../ui/lists/useListAddress.ts';
import type { useRequestActions } from '../useRequestActions.ts';

export interface RequestBoardProps {
  requests: readonly OptimisticRequest[];
  sending: string | undefined;
  actions: ReturnType<typeof useRequestActions>;
  /** The column that a phone shows, as the address has it. */
  column: string | null;
  list: ReturnType<typeof useListAddress>;
  /** Whether the dialog of a request is open. */
  covered: boolean;
  /** Opens what the address says. */
  open: (address: Record<string, string>) => void;
}
