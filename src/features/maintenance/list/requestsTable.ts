import { fullNameOf } from '../../../../contract/users/user.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import type { CsvTable } from '../../../ui/files/csv.ts';

/** Requests in the order in which they are shown, with today's date in the file name. */
export function requestsTable(requests: readonly OptimisticRequest[]): CsvTable {
  return {
    name: `maintenance-${isoDay()}`,
    header: [
      ...['Request ID', 'Status', 'Urgency', 'Category', 'Unit', 'Issue'],
      ...['Reported by', 'Reported', 'Completed'],
    ],
    rows: requests.map(({ request, completed, completed_at, details, unit, information, created_at }) => [
      ...[request ? String(request.id) : '', completed ? 'Completed' : 'Pending'],
      ...[details.urgency ?? '', details.category ?? '', unit, information],
      ...[request ? fullNameOf(request) : '', isoDay(new Date(created_at))],
      completed_at ? isoDay(new Date(completed_at)) : '',
    ]),
  };
}
