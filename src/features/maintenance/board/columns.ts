import { stageOf, type Stage } from '../../../../contract/maintenance/requestProgress.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';

/** The columns of the board, in the order in which a request goes through them. */
export const COLUMNS = ['Reported', 'Seen', 'Assigned', 'Scheduled', 'Started', 'Done'] as const;
export type Column = (typeof COLUMNS)[number];

const COLUMN_OF: Readonly<Record<Stage, Column>> = {
  Reported: 'Reported',
  // It waits for management once more, which knows it.
  Reopened: 'Seen',
  Seen: 'Seen',
  Assigned: 'Assigned',
  Scheduled: 'Scheduled',
  Started: 'Started',
  Completed: 'Done',
  Confirmed: 'Done',
};

export const columnOf = (listed: OptimisticRequest): Column => COLUMN_OF[stageOf(listed)];

/** The column that an address names; the first for any other text. */
export function columnNamed(text: string | null): Column {
  return COLUMNS.find((column) => column === text) ?? 'Reported';
}

/** How a request gets into a column: by a form, or at once. */
export type Move = { column: Column; label: string } & (
  { form: 'assigned' | 'scheduled' } | { event: 'started' | 'done' | 'reopened' }
);

const MOVES: readonly Move[] = [
  { column: 'Assigned', label: 'Assign', form: 'assigned' },
  { column: 'Scheduled', label: 'Schedule', form: 'scheduled' },
  { column: 'Started', label: 'Start', event: 'started' },
  { column: 'Done', label: 'Mark Complete', event: 'done' },
];
const REOPEN: Move = { column: 'Seen', label: 'Reopen', event: 'reopened' };

/** Where a request can be moved; nowhere before the server has it. */
export function movesOf(listed: OptimisticRequest, mayReopen: boolean): readonly Move[] {
  const { request, gone, cancelling, completed, progress } = listed;
  if (!request || gone || cancelling) return [];
  if (completed) return mayReopen ? [REOPEN] : [];
  return MOVES.filter((move) => !('event' in move && move.event === 'started' && progress.started));
}
