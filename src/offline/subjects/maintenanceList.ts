import type { MaintenanceRequest, Photo } from '../../../contract/maintenance.ts';
import type { QueuedRouteName } from '../../../contract/routes.ts';
import type { OutboxItem, StoredPhoto } from '../engine/database.ts';
import { stateOf } from '../engine/useOutbox.ts';

/** A photo of a request: one that the server has, or one that still lies on this device. */
export type RequestPhoto = { sent: Photo } | { stored: StoredPhoto };

/** A request as the person sees it: what the server last said, with what is still unsent applied. */
export interface OptimisticRequest {
  key: string;
  /** Undefined until the server has it, and once it has it no more. */
  request: MaintenanceRequest | undefined;
  information: string;
  unit: string;
  unit_id: number | undefined;
  created_at: string;
  completed: boolean;
  completed_at: string | null;
  photos: RequestPhoto[];
  /** What waits to be sent for it, oldest first. */
  unsent: OutboxItem[];
  /** Whether its cancelling waits to be sent. */
  cancelling: boolean;
  /** Whether the server has it no more, and only what was to be changed about it is left. */
  gone: boolean;
}

/** What the outbox keeps beside an input so that it can be shown. */
export interface ShownRequest extends Record<string, unknown> {
  unit: string;
  unit_id?: number | undefined;
  /** Where the input does not say it. */
  information?: string;
}

/** Where a request is, in words. */
function unitWords(
  request: Pick<MaintenanceRequest, 'unit_number' | 'property_name' | 'unit_claim'>,
): string {
  if (request.unit_number)
    return `Unit ${request.unit_number}, ${request.property_name ?? ''}`.replace(/, $/, '');
  if (request.unit_claim) return `Unit ${request.unit_claim} (not confirmed)`;
  return 'No unit';
}

export function recordOf(request: Pick<MaintenanceRequest, 'id'>): string {
  return `maintenance:${request.id}`;
}

function fromServer(request: MaintenanceRequest): OptimisticRequest {
  return {
    key: recordOf(request),
    request,
    information: request.information,
    unit: unitWords(request),
    unit_id: request.unit_id ?? undefined,
    created_at: request.created_at,
    completed: request.completed,
    completed_at: request.completed_at,
    photos: request.photos.map((sent) => ({ sent })),
    unsent: [],
    cancelling: false,
    gone: false,
  };
}

function fromItem(item: OutboxItem): OptimisticRequest {
  const shown = item.shown as ShownRequest | undefined;
  const body = item.input.body as { information?: string } | undefined;
  return {
    key: item.record,
    request: undefined,
    information: body?.information ?? shown?.information ?? '',
    unit: shown?.unit ?? '',
    unit_id: shown?.unit_id,
    created_at: item.capturedAt,
    completed: false,
    completed_at: null,
    photos: item.photos.map((stored) => ({ stored })),
    unsent: [item],
    cancelling: false,
    gone: item.route !== 'createMaintenance',
  };
}

/** Applies one unsent item to the request that it changes. */
function applyUnsent(listed: OptimisticRequest, item: OutboxItem): OptimisticRequest {
  const next = { ...listed, unsent: [...listed.unsent, item] };
  if (item.route === 'completeMaintenance')
    return { ...next, completed: true, completed_at: item.capturedAt };
  if (item.route === 'cancelMaintenance') return { ...next, cancelling: true };
  const body = item.input.body as { information: string; keep_photos?: string[]; keep_sha256?: string[] };
  const stays = (photo: RequestPhoto) => {
    if ('sent' in photo) return body.keep_photos?.includes(photo.sent.id) ?? true;
    return body.keep_sha256?.includes(photo.stored.sha256) ?? true;
  };
  const photos = [...listed.photos.filter(stays), ...item.photos.map((stored) => ({ stored }))];
  return { ...next, information: body.information, photos };
}

/** The changes of the outbox that are of a request; others wait there too. */
const CHANGES: ReadonlySet<QueuedRouteName> = new Set([
  'createMaintenance',
  'updateMaintenance',
  'cancelMaintenance',
  'completeMaintenance',
]);

/** The cached list with everything unsent applied to it, newest first. */
export function withUnsent(
  requests: readonly MaintenanceRequest[],
  items: readonly OutboxItem[],
): OptimisticRequest[] {
  const byKey = new Map(requests.map((request) => [recordOf(request), fromServer(request)]));
  for (const item of items) {
    if (!CHANGES.has(item.route)) continue;
    const known = byKey.get(item.record);
    if (known) byKey.set(item.record, applyUnsent(known, item));
    // A cancelling that was just made is of a request that is gone as it should be.
    else if (item.route !== 'cancelMaintenance' || item.refusal) byKey.set(item.record, fromItem(item));
  }
  return [...byKey.values()].sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Where the oldest unsent change of a request stands, in words; undefined where everything is sent. */
export function unsentStatusOf({ unsent, cancelling }: OptimisticRequest, sending: string | undefined) {
  const states = unsent.map((item) => stateOf(item, sending));
  if (states.includes('Needs attention')) return { needsAttention: true, words: 'Needs attention' };
  const [state] = states;
  return state && { needsAttention: false, words: cancelling ? `Cancelling. ${state}` : state };
}
