import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';

/** What draws one request of the list. */
export interface ListedRequestProps {
  listed: OptimisticRequest;
  sending: string | undefined;
  ticked: boolean;
  /** Ticks it, where several can be. */
  onTick: ((on: boolean) => void) | undefined;
  onOpen: () => void;
}
