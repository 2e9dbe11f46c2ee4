import { RequestBoard } from './board/RequestBoard.tsx';
import { RequestFilterFields } from './list/RequestFilterFields.tsx';
import { RequestRow } from './list/RequestRow.tsx';
import { TickedRequests } from './list/TickedRequests.tsx';
import { RequestsScreen } from './RequestsScreen.tsx';

/** `/admin/maintenance`: everyone's requests. */
export default function ManageMaintenance() {
  return (
    <RequestsScreen
      title="Manage Maintenance Requests"
      description="Every unit’s requests, newest first."
      manager
      fields={RequestFilterFields}
      row={RequestRow}
      several={TickedRequests}
      board={RequestBoard}
    />
  );
}
