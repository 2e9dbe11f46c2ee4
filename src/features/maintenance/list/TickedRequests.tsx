import { numberText } from '../../../../contract/values/numberText.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { AnnounceTo } from '../../../subjects/announcements/AnnounceTo.tsx';
import { ExportButton } from '../../../ui/files/ExportButton.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { PrintButton } from '../../../ui/print/PrintButton.tsx';
import { ShownBar } from '../../../ui/lists/ShownBar.tsx';
import { TickedBar } from '../../../ui/lists/TickedBar.tsx';
import type { useTicks } from '../../../ui/lists/useTicks.ts';
import { canBeCompleted } from './requestFilters.ts';
import { requestsTable } from './requestsTable.ts';

export interface TickedRequestsProps {
  ticks: ReturnType<typeof useTicks<OptimisticRequest>>;
  shown: readonly OptimisticRequest[];
  /** How many there are, whatever is asked of them. */
  all: number;
  onComplete: (requests: OptimisticRequest[]) => void;
}

/** What is done with all requests that are selected, or else with all that are shown. */
export function TickedRequests({ ticks, shown, all, onComplete }: TickedRequestsProps) {
  const { ticked, tickAll } = ticks;
  const files = (
    <>
      <ExportButton narrow table={() => requestsTable(ticked.length > 0 ? ticked : shown)} />
      <PrintButton
        narrow
        title="Maintenance requests"
        table={() => requestsTable(ticked.length > 0 ? ticked : shown)}
      />
    </>
  );
  if (ticked.length === 0) {
    return (
      <ShownBar shown={shown.length} all={all} one="request" many="requests">
        {files}
      </ShownBar>
    );
  }
  const open = ticked.filter(canBeCompleted);
  return (
    <TickedBar count={ticked.length} total={undefined} onClear={() => tickAll(false)}>
      {ticked.length < shown.length && (
        <Button variant="quiet" onClick={() => tickAll(true)}>
          {`Select all ${numberText(shown.length)}`}
        </Button>
      )}
      {open.length > 0 && (
        <Button onClick={() => onComplete(open)}>
          {open.length === ticked.length ? 'Mark Complete' : `Mark ${open.length} Complete`}
        </Button>
      )}
      <AnnounceTo units={ticked.map(({ unit_id }) => unit_id)} />
      {files}
    </TickedBar>
  );
}
