import type { RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import type { OutboxItem } from '../../engine/database.ts';
import { unsentId } from '../conversations/withUnsentByTime.ts';
import type {} from '../photos/recordPhotos.ts';
import type { SentPhoto } from '../../engine/policies.ts';

// What a list of requests with the unsent changes needs of them; what queues and sends them is in maintenance.ts.

const ROUTES = [
  'createMaintenance',
  'updateMaintenance',
  'completeMaintenance',
  'cancelMaintenance',
  'attachPhoto',
  'addRequestEvent',
  'attachRecordPhoto',
] as const;

export type MaintenanceRoute = (typeof ROUTES)[number];
export type MaintenanceItem = OutboxItem<MaintenanceRoute>;
export type EventItem = OutboxItem<'addRequestEvent'>;

/** Whether an unsent change belongs to a maintenance request. */
export function isOfRequest(item: OutboxItem): item is MaintenanceItem {
  if (item.route === 'attachRecordPhoto') return item.input.params.kind === 'event';
  return ROUTES.some((route) => route === item.route);
}

/** The record of the request that an unsent change belongs to. */
export function requestOf(item: MaintenanceItem): string {
  return item.route === 'attachRecordPhoto' ? item.shown.of : item.record;
}

/** Whether the body of an edit leaves this photo on the request. */
export function keepsPhoto(
  body: { information: string; keep_photos?: string[] | undefined },
  { id }: SentPhoto,
): boolean {
  return body.keep_photos?.includes(id) ?? true;
}

/** An unsent event as the server will tell it. */
export function eventOfItem(item: EventItem): RequestEvent {
  const { id, capturedAt, input, shown } = item;
  const { kind, text, assignee_id, vendor_phone, visit_on, visit_from, visit_to, visitor } = input.body;
  return {
    id: unsentId(item),
    kind,
    acted_at: capturedAt,
    received_at: capturedAt,
    by_management: shown.by_management,
    first_name: null,
    last_name: null,
    text: text ?? null,
    assignee: shown.assignee ?? null,
    assignee_id: assignee_id ?? null,
    vendor_phone: vendor_phone ?? null,
    visit_on: visit_on ?? null,
    visit_from: visit_from ?? null,
    visit_to: visit_to ?? null,
    visitor: visitor ?? null,
    created_with: id,
  };
}
