import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';
import type { OutboxItem } from '../../../../src/offline/engine/database.ts';
import type { StoredPhoto } from '../../../../src/offline/engine/storedRecords.ts';
import { revise } from '../../../../src/offline/engine/outbox/revise.ts';
import { phone } from '../world.ts';

export const informations = async () => (await phone.onServer()).map(({ information }) => information);
export const change = (item: OutboxItem, information: string, photos: StoredPhoto[] = []) =>
  revise(item.id, { body: { ...(item.input.body as object), information }, photos });
export async function only(): Promise<MaintenanceRequest> {
  const [request, ...others] = await phone.onServer();
  if (!request || others.length > 0) throw new Error('There is not exactly one request.');
  return request;
}
