import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { createdWith, givenDay, id, optionalText, personId, Timestamp } from '../values/text.ts';
import { optionalTimeOfDay } from '../values/timeOfDay.ts';
import { optionalPhone } from '../users/phone.ts';
import { followingPhotos, shownPhotos } from '../photos/recordPhotos.ts';
import { RequestProgress } from './requestProgress.ts';

/** The most events of one request. Marking an open one complete stays possible beyond it. */
export const MOST_EVENTS = 200;
/** The most of them that one resident adds, so that nobody fills a request on which others have something to say. */
export const MOST_EVENTS_OF_RESIDENT = 50;
/** The most events that a person adds within an hour. Marking an open request complete is not counted. */
export const MOST_EVENTS_PER_HOUR = 60;
/** The most events of requests that wait that are answered together, whole requests, the newest first. */
export const MOST_WAITING_EVENTS = 2000;
/** Of one event, in characters. */
export const LONGEST_WORDS = 2000;

/** What people add to a request. Who reported it, and which manager saw it first, is told by the same list. */
export const ADDED_EVENTS = [
  'reply',
  'note',
  'assigned',
  'scheduled',
  'started',
  'done',
  'confirmed',
  'reopened',
] as const;
export type AddedEvent = (typeof ADDED_EVENTS)[number];
export const EVENT_KINDS = ['reported', 'seen', ...ADDED_EVENTS] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What a resident adds; the rest is management's. */
export const RESIDENTS_EVENTS: readonly EventKind[] = ['reply', 'confirmed', 'reopened'];
/** What management adds: all but the resident's word that it is done. */
export const MANAGEMENTS_EVENTS: readonly EventKind[] = ADDED_EVENTS.filter((kind) => kind !== 'confirmed');
/** What management alone sees. */
export const MANAGEMENT_ONLY: readonly EventKind[] = ['note'];

/** What photos are taken with. */
export const EVENTS_WITH_PHOTOS: readonly EventKind[] = ['reply', 'note', 'done', 'reopened'];

/** What happened with a request, which stays as it was said. */
export const RequestEvent = lazySchema(() =>
  z.object({
    /** 0 of the report itself. */
    id: z.int(),
    kind: z.enum(EVENT_KINDS),
    /** When the person acted, by which events are in order. */
    acted_at: Timestamp,
    /** When the server heard of it. */
    received_at: Timestamp,
    by_management: z.boolean(),
    /** Who did it; null of management where a resident asks, and where the account is not there any more. */
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    author_id: personId,
    /** The words of a reply, a note, or with another event; of the report they are the request's. */
    text: z.nullable(z.string()),
    /** Of an assignment: the name of a manager or of a vendor. */
    assignee: z.nullable(z.string()),
    assignee_id: personId,
    /** For management. */
    vendor_phone: z.nullable(z.string()),
    /** Of a visit: its day, the time of day from and to, such as `09:30`, and who comes. */
    visit_on: z.nullable(z.string()),
    visit_from: z.nullable(z.string()),
    visit_to: z.nullable(z.string()),
    visitor: z.nullable(z.string()),
    created_with: createdWith,
    ...shownPhotos.shape,
  }),
);
export type RequestEvent = z.infer<typeof RequestEvent>;

/** The same among those of other requests. */
export const ListedRequestEvent = lazySchema(() => z.object({ ...RequestEvent.shape, request_id: z.int() }));
export type ListedRequestEvent = z.infer<typeof ListedRequestEvent>;

/** What was added, and what the request has come to by it. */
export const AddedRequestEvent = lazySchema(() =>
  z.object({
    ...RequestEvent.shape,
    request_id: z.int(),
    /** Whether it marks the request complete: a device that keeps no words knows by this how to take it back. */
    completes: z.boolean(),
    completed: z.boolean(),
    completed_at: z.nullable(Timestamp),
    progress: RequestProgress,
  }),
);
export type AddedRequestEvent = z.infer<typeof AddedRequestEvent>;

export const NewRequestEvent = lazySchema(() =>
  z
    .object({
      kind: z.enum(ADDED_EVENTS, 'Please say what happened.'),
      text: z.optional(optionalText('Please write something.', LONGEST_WORDS)),
      /** A manager's id. */
      assignee_id: z.optional(id('Please choose who does it.')),
      vendor: z.optional(optionalText('Please enter the name of the vendor.', 100)),
      vendor_phone: z.optional(optionalPhone),
      visit_on: z.optional(givenDay('Please choose a day.')),
      visit_from: optionalTimeOfDay,
      visit_to: optionalTimeOfDay,
      visitor: z.optional(optionalText('Please say who comes.', 100)),
      following_photos: followingPhotos,
    })
    .check(
      z.refine(({ kind, text }) => (kind !== 'reply' && kind !== 'note') || Boolean(text), {
        error: 'Please write something.',
        path: ['text'],
      }),
      z.refine(
        ({ kind, following_photos }) => !following_photos?.length || EVENTS_WITH_PHOTOS.includes(kind),
        {
          error: 'Photos belong to a reply, a note, a completion or a reopening.',
          path: ['following_photos'],
        },
      ),
      z.refine(
        ({ kind, assignee_id, vendor }) =>
          kind !== 'assigned' || (assignee_id !== undefined) !== Boolean(vendor),
        { error: 'Please choose a manager or name a vendor.', path: ['vendor'] },
      ),
      z.refine(({ kind, visit_on }) => kind !== 'scheduled' || visit_on !== undefined, {
        error: 'Please choose a day.',
        path: ['visit_on'],
      }),
      z.refine(({ visit_from, visit_to }) => !visit_from || !visit_to || visit_from < visit_to, {
        error: 'Please enter a time after the first one.',
        path: ['visit_to'],
      }),
    ),
);
