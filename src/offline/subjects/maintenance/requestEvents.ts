import type { Input } from '../../../../contract/http/route.ts';
import type { AddedRequestEvent, RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import type { Routes } from '../../../../contract/routes.ts';
import { withoutQueued } from '../../engine/outbox/itemState.ts';
import type { RecordPhotos } from '../../../../contract/photos/recordPhotos.ts';
import type { DeviceTables, OutboxItem } from '../../engine/database.ts';
import { followingPhotos, unsentPhotosOf, type RecordPhotosItem } from '../photos/recordPhotos.ts';
import { withStored, type ShownPhoto } from '../photos/shownPhoto.ts';
import type { Policies } from '../../engine/policies.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';

/** The data stored with an event, to show it. */
export interface ShownEvent {
  unit: string;
  unit_id?: number | undefined;
  /** The text of the request. */
  information: string;
  by_management: boolean;
  /** The name of the manager or the vendor who is to do it. */
  assignee?: string | undefined;
}

declare module '../../engine/database.ts' {
  interface StoredChanges {
    /** Without the request's id while the event that it takes back is not answered. */
    addRequestEvent: {
      input: { params?: { id?: string } | undefined; body: Input<Routes['addRequestEvent']>['body'] };
      shown: ShownEvent;
    };
  }
}

export type EventItem = OutboxItem<'addRequestEvent'>;

/** An event as it is shown: of the server, or unsent on this device. */
export interface ListedEvent {
  event: RequestEvent;
  /** Of the server and of this device. */
  photos: ShownPhoto[];
  /** How many more were taken with it that neither has. */
  photosToCome: number;
  unsent?: EventItem;
  /** Its photos that are unsent. */
  unsentPhotos: RecordPhotosItem[];
}

/** The order of when people acted; the report is first. */
function inOrder(a: RequestEvent, b: RequestEvent): number {
  if (a.kind === 'reported' || b.kind === 'reported') return a.kind === 'reported' ? -1 : 1;
  return a.acted_at.localeCompare(b.acted_at) || a.id - b.id;
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

/** What happened with a request, with what is unsent on this device, in the order of when people acted. */
export function eventsWithUnsent(
  events: readonly RequestEvent[],
  items: readonly OutboxItem[],
  request: number,
): ListedEvent[] {
  const unsent = items.filter(
    (item): item is EventItem =>
      item.route === 'addRequestEvent' && item.input.params?.id === String(request),
  );
  return [
    ...withoutQueued(events, unsent).map((event): ListedEvent => listed(event, items)),
    ...unsent.map((item): ListedEvent => {
      const photos = item.photos.map((stored) => ({ stored }));
      return { event: eventOfItem(item), photos, photosToCome: 0, unsent: item, unsentPhotos: [] };
    }),
  ].sort((a, b) => inOrder(a.event, b.event));
}

function listed(event: RequestEvent, items: readonly OutboxItem[]): ListedEvent {
  const unsentPhotos = unsentPhotosOf(items, 'event', String(event.id));
  const sent = (event.photos ?? []).map((photo) => ({ sent: photo }));
  const photos = withStored(
    sent,
    unsentPhotos.flatMap((item) => item.photos),
  );
  const photosToCome = Math.max(0, (event.awaited_photos ?? 0) - (photos.length - sent.length));
  return { event, photos, photosToCome, unsentPhotos };
}

/** What the photos of an event are of, in the list of what is unsent. */
const OF_EVENT: Partial<Record<RequestEvent['kind'], string>> = {
  reply: 'a reply to a maintenance request',
  note: 'a note on a maintenance request',
  done: 'a completed maintenance request',
};

export async function applyEventPhotos(
  db: DeviceTables,
  { userId, shown }: RecordPhotosItem,
  { id, photos, awaited_photos }: RecordPhotos,
): Promise<void> {
  const params = { id: shown.of.replace('maintenance:', '') };
  await updateCached(
    db,
    userId,
    'listRequestEvents',
    (list) => list.map((event) => (String(event.id) === id ? { ...event, photos, awaited_photos } : event)),
    { params },
  );
}

export const eventPolicies: Pick<Policies, 'addRequestEvent'> = {
  addRequestEvent: {
    setRight: ({ body, ...input }, { wrong, right }) => ({
      ...input,
      body: body.visit_on === wrong ? { ...body, visit_on: right } : body,
    }),
    async applyResponse(db, { userId }, answer) {
      const { request_id, completes: _, completed, completed_at, progress, ...event } = answer;
      await updateCached(db, userId, 'listMaintenance', (list) =>
        list.map((request) =>
          request.id === request_id ? { ...request, completed, completed_at, progress } : request,
        ),
      );
      const params = { id: String(request_id) };
      await updateCached(
        db,
        userId,
        'listRequestEvents',
        (list) => [...list.filter(({ id }) => id !== event.id), event].sort(inOrder),
        { params },
      );
    },
    resolveFollower(follower, answer: AddedRequestEvent) {
      if (follower.route !== 'addRequestEvent') return;
      follower.record = `maintenance:${answer.request_id}`;
      follower.input = { ...follower.input, params: { id: String(answer.request_id) } };
    },
    photos: followingPhotos<'addRequestEvent'>({
      kind: 'event',
      named: (body, following_photos) => ({ ...body, following_photos }),
      after: ({ input, shown }, { id, request_id }) => ({
        id: String(id),
        shown: {
          title: OF_EVENT[input.body.kind] ?? 'a maintenance request',
          unit: shown.unit,
          words: input.body.text ?? shown.information,
          of: `maintenance:${request_id}`,
        },
      }),
    }),
    // Marking complete is taken back by what the timeline says too; what else was said stands.
    cancelBehind: (item, answer) =>
      item?.input.body.kind === 'done' || answer?.completes
        ? {
            route: 'addRequestEvent',
            input: { params: item?.input.params, body: { kind: 'reopened' } },
            shown: item?.shown ?? { unit: '', information: '', by_management: true },
          }
        : undefined,
  },
};
