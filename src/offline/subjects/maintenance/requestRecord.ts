import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';

/** The record of a request's changes, by which an address names it too. */
export function recordOf({ id }: Pick<MaintenanceRequest, 'id'>): string {
  return `maintenance:${id}`;
}
