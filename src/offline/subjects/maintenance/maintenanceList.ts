import { compareTimes } from '../../../../contract/values/calendar.ts';
import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';
import { detailsOf, type RequestDetails } from '../../../../contract/maintenance/requestDetails.ts';
import {
  afterEvent,
  NO_PROGRESS,
  type ProgressEvent,
  type RequestProgress,
} from '../../../../contract/maintenance/requestProgress.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { stateOf, withoutQueued } from '../../engine/outbox/itemState.ts';
import type { OutboxItem } from '../../engine/database.ts';
import {
  eventOfItem,
  isOfRequest,
  keepsPhoto,
  requestOf,
  type EventItem,
  type MaintenanceItem,
} from './requestItems.ts';
import { photosSentWords, withStored, type ShownPhoto } from '../photos/shownPhoto.ts';
import { recordOf } from './requestRecord.ts';

/** A request as the user sees it: the server's record with the unsent changes applied. */
export interface OptimisticRequest {
  key: string;
  /** Undefined before the server has the request, and after it was deleted there. */
  request: MaintenanceRequest | undefined;
  information: string;
  unit: string;
  unit_id: number | undefined;
  created_at: string;
  completed: boolean;
  completed_at: string | null;
  details: RequestDetails;
  progress: RequestProgress;
  photos: ShownPhoto[];
  /** Its unsent items, oldest first. */
  unsent: MaintenanceItem[];
  /** How many photos were taken with it that neither the server nor this device has. */
  photosToCome: number;
  /** Whether its cancelling is unsent. */
  cancelling: boolean;
  /** Whether the record is gone from the server and only unsent changes are left. */
  gone: boolean;
}

/** The label of a request's unit. */
function unitText(request: Pick<MaintenanceRequest, 'unit_number' | 'property_name' | 'unit_claim'>): string {
  const { unit_number, unit_claim } = request;
  return unit_number || !unit_claim ? unitLabel(request) : `Unit ${unit_claim} (not confirmed)`;
}

function fromServer(request: MaintenanceRequest): OptimisticRequest {
  return {
    key: recordOf(request),
    request,
    information: request.information,
    unit: unitText(request),
    unit_id: request.unit_id ?? undefined,
    created_at: request.created_at,
    completed: request.completed,
    completed_at: request.completed_at,
    details: detailsOf(request),
    progress: request.progress ?? NO_PROGRESS,
    photos: request.photos.map((sent) => ({ sent })),
    photosToCome: request.awaited_photos ?? 0,
    unsent: [],
    cancelling: false,
    gone: false,
  };
}

function fromItem(item: Exclude<MaintenanceItem, { route: 'attachRecordPhoto' }>): OptimisticRequest {
  const { shown, input } = item;
  return {
    key: item.record,
    request: undefined,
    information:
      (input.body && 'information' in input.body ? input.body.information : shown?.information) ?? '',
    unit: shown?.unit ?? '',
    unit_id: shown?.unit_id,
    created_at: item.capturedAt,
    completed: false,
    completed_at: null,
    details: detailsOf(input.body),
    progress: NO_PROGRESS,
    photos: item.photos.map((stored) => ({ stored })),
    photosToCome: 0,
    unsent: [item],
    cancelling: false,
    gone: item.route !== 'createMaintenance',
  };
}

/** Applies one unsent item to the request that it changes. */
function applyUnsent(request: OptimisticRequest, item: MaintenanceItem): OptimisticRequest {
  const next = { ...request, unsent: [...request.unsent, item] };
  if (item.route === 'completeMaintenance')
    return { ...next, completed: true, completed_at: item.capturedAt };
  if (item.route === 'addRequestEvent') {
    const { completed, completed_at, progress } = request;
    return { ...next, ...afterEvent({ completed, completed_at, progress }, eventProgress(item)) };
  }
  // The photos of an event are shown with it.
  if (item.route === 'attachRecordPhoto') return next;
  if (item.route === 'cancelMaintenance') return { ...next, cancelling: true };
  if (item.route === 'attachPhoto') {
    const photosToCome = Math.max(0, request.photosToCome - item.photos.length);
    return { ...next, photosToCome, photos: withStored(request.photos, item.photos) };
  }
  const { body } = item.input;
  const stays = (photo: ShownPhoto) => {
    if ('stored' in photo) return body.keep_sha256?.includes(photo.stored.sha256) ?? true;
    return item.route !== 'updateMaintenance' || keepsPhoto(item.input.body, photo.sent);
  };
  const photosOfRequest = withStored(request.photos.filter(stays), item.photos);
  return {
    ...next,
    information: body.information,
    details: { ...request.details, ...detailsOf(body) },
    photos: photosOfRequest,
  };
}

function eventProgress(item: EventItem): ProgressEvent {
  return { ...eventOfItem(item), assignee_id: item.input.body.assignee_id ?? null };
}

/** The cached list with the unsent changes applied, newest first. */
export function withUnsent(
  requests: readonly MaintenanceRequest[],
  items: readonly OutboxItem[],
): OptimisticRequest[] {
  const byKey = new Map(
    withoutQueued(requests, items).map((request) => [recordOf(request), fromServer(request)]),
  );
  for (const item of items) {
    if (!isOfRequest(item)) continue;
    const record = requestOf(item);
    const known = byKey.get(record);
    if (known) byKey.set(record, applyUnsent(known, item));
    else if (item.route === 'attachRecordPhoto') continue;
    // A request that was just cancelled is left out.
    else if (item.route !== 'cancelMaintenance' || item.refusal) byKey.set(item.record, fromItem(item));
  }
  return [...byKey.values()].sort((a, b) => compareTimes(b.created_at, a.created_at));
}

/** The text of the state of a request's oldest unsent change; undefined if everything is sent. */
export function unsentStatusOf({ unsent, cancelling }: OptimisticRequest, sending: string | undefined) {
  const states = unsent.map((item) => stateOf(item, sending));
  if (states.includes('Needs attention')) return { needsAttention: true, words: 'Needs attention' };
  const [state] = states;
  const photos = unsent[0] && photosSentWords(unsent[0]);
  const words = cancelling ? `Cancelling. ${state}` : photos ? `${photos}. ${state}` : state;
  return state && words && { needsAttention: false, words };
}
