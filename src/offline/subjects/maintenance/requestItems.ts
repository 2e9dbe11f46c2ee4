import type { RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import type { OutboxItem } from '../../engine/database.ts';
import type { SentPhoto } from '../../engine/policies.ts';

// What a list of requests with the unsent changes needs of them; what queues and sends them is in maintenance.ts.

const ROUTES = [
  'createMaintenance',
  'updateMaintenance',
  'completeMaintenance',
  'cancelMaintenance',
  'attachPhoto',
  'addRequestEvent',
] as const;

export type MaintenanceRoute = (typeof ROUTES)[number];
export type MaintenanceItem = OutboxItem<MaintenanceRoute>;
export type EventItem = OutboxItem<'addRequestEvent'>;

/** Whether an unsent change belongs to a maintenance request. */
export function isOfRequest(item: OutboxItem): item is MaintenanceItem {
  return ROUTES.some((route) => route === item.route);
}

/** Whether the body of an edit leaves this photo on the request. */
export function keepsPhoto(
  body: { information: string; keep_photos?: string[] | undefined },
  { id }: SentPhoto,
): boolean {
  return body.keep_photos?.includes(id) ?? true;
}

/** An unsent event as the server will tell it. */
export function eventOfItem({ id, seq, capturedAt, input, shown }: EventItem): RequestEvent {
  const { kind, text, vendor_phone, visit_on, visit_from, visit_to, visitor } = input.body;
  return {
    id: Number.MAX_SAFE_INTEGER - 1_000_000 + seq,
    kind,
    acted_at: capturedAt,
    received_at: capturedAt,
    by_management: shown.by_management,
    first_name: null,
    last_name: null,
    text: text ?? null,
    assignee: shown.assignee ?? null,
    vendor_phone: vendor_phone ?? null,
    visit_on: visit_on ?? null,
    visit_from: visit_from ?? null,
    visit_to: visit_to ?? null,
    visitor: visitor ?? null,
    created_with: id,
  };
}
