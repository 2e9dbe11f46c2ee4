import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';
import { reportForm } from '../server.ts';
import { manager, server } from '../world.ts';

export const report = (as: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.call('POST', '/maintenance', { as, form: reportForm(fields), headers });
export const update = (as: string, id: number, fields: Record<string, string>) =>
  server.call('PUT', `/maintenance/${id}`, { as, form: reportForm(fields) });
export const cancel = (as: string, id: number) => server.call('DELETE', `/maintenance/${id}`, { as });
export const complete = (id: number, body: object = { completed: true }) =>
  server.call('PUT', `/maintenance/${id}/completion`, { as: manager, body });
export const list = async (as: string, query = '') =>
  (await server.call('GET', `/maintenance${query}`, { as })).json<MaintenanceRequest[]>();
export const made = async (as: string, fields: Record<string, string>) =>
  (await report(as, fields)).json<MaintenanceRequest>();
