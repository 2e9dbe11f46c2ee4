import type { Input } from '../../../../contract/http/route.ts';
import type {
  AddedRequestEvent,
  ListedRequestEvent,
  RequestEvent,
} from '../../../../contract/maintenance/requestEvents.ts';
import type { Routes } from '../../../../contract/routes.ts';
import type { RecordPhotos } from '../../../../contract/photos/recordPhotos.ts';
import type { DeviceTables, OutboxItem } from '../../engine/database.ts';
import { followingPhotos, unsentPhotosOf, type RecordPhotosItem } from '../photos/recordPhotos.ts';
import { withStored, type ShownPhoto } from '../photos/shownPhoto.ts';
import type { Policies } from '../../engine/policies.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';
import { byTime, withUnsentByTime, type Listed } from '../conversations/withUnsentByTime.ts';
import { eventOfItem, type EventItem } from './requestItems.ts';

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

/** An event as it is shown: of the server, or unsent on this device. */
export interface ListedEvent extends Listed<RequestEvent, EventItem> {
  /** Of the server and of this device. */
  photos: ShownPhoto[];
  /** How many more were taken with it that neither has. */
  photosToCome: number;
  /** Its photos that are unsent. */
  unsentPhotos: RecordPhotosItem[];
}

/** The order of when people acted; the report is first. */
function inOrder(a: RequestEvent, b: RequestEvent): number {
  if (a.kind === 'reported' || b.kind === 'reported') return a.kind === 'reported' ? -1 : 1;
  return byTime(a, b);
}

/** Of what happened with all requests that wait, what happened with one; undefined where this device has nothing of it. */
export function eventsAmong(
  waiting: readonly ListedRequestEvent[] | undefined,
  request: number,
): RequestEvent[] | undefined {
  const events = waiting?.filter(({ request_id }) => request_id === request).sort(inOrder);
  return events?.some(({ kind }) => kind === 'reported') ? events : undefined;
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
  return withUnsentByTime(events, unsent, eventOfItem, inOrder).map((one): ListedEvent =>
    one.unsent ? unsentEvent(one, one.unsent) : sentEvent(one.event, items),
  );
}

function unsentEvent(listed: Listed<RequestEvent, EventItem>, { photos }: EventItem): ListedEvent {
  return { ...listed, photos: photos.map((stored) => ({ stored })), photosToCome: 0, unsentPhotos: [] };
}

function sentEvent(event: RequestEvent, items: readonly OutboxItem[]): ListedEvent {
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
  const withPhotos = <E extends RequestEvent>(list: readonly E[]): E[] =>
    list.map((event) => (String(event.id) === id ? { ...event, photos, awaited_photos } : event));
  const params = { id: shown.of.replace('maintenance:', '') };
  await updateCached(db, userId, 'listRequestEvents', withPhotos, { params });
  await updateCached(db, userId, 'listWaitingEvents', withPhotos);
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
      await updateCached(db, userId, 'listWaitingEvents', (list) => [
        ...list.filter((each) => each.request_id !== request_id || each.id !== event.id),
        { ...event, request_id },
      ]);
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
