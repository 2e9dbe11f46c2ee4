import * as z from 'zod/mini';
import { Announcement, AnnouncementUpdate, Decision, NewAnnouncement, Suggestion } from './announcement.ts';
import { Transaction } from './ledger.ts';
import { Completion, MaintenanceRequest, MaintenanceUpdate, NewMaintenanceRequest } from './maintenance.ts';
import { OpenPayment, PaymentStarted, Receipt } from './payments.ts';
import type { Route } from './route.ts';
import { ById, Done } from './text.ts';
import { Unit } from './unit.ts';
import { Login, Register, SignedIn, UserWithUnit } from './user.ts';

const maintenanceForm = { photos: 'maintenance_photos', json: ['unit_id', 'keep_photos'] } as const;
const photoById = z.object({ id: z.uuid('There is no such photo.') });
const addressPart = z.optional(z.string('This photo’s address is not whole.'));
const signature = z.object({ expires: addressPart, signature: addressPart });

/** Every call there is. The server serves it, the app calls it, the outbox replays from it. */
export const routes = {
  register: {
    method: 'POST',
    path: '/users/register',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Registers a resident; with a manager’s token, creates one.',
    body: Register,
    status: 201,
    answer: z.partial(SignedIn, { token: true }),
    refuses: ['409 for a username or an email address that is taken'],
  },
  login: {
    method: 'POST',
    path: '/users/login',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Signs in.',
    body: Login,
    answer: SignedIn,
    refuses: [
      '401 for a wrong name or password, which of the two is not told',
      '429 after too many failures',
    ],
  },
  refresh: {
    method: 'POST',
    path: '/users/refresh',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Trades the session cookie, or a bearer token that still holds, for a new access token.',
    answer: SignedIn,
    refuses: ['401 where neither holds'],
  },
  logout: {
    method: 'POST',
    path: '/users/logout',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Ends the session and its tokens.',
    answer: Done,
  },
  readUser: {
    method: 'GET',
    path: '/users/:id',
    who: 'signed-in',
    offline: 'keep',
    summary: 'One user with the unit spelled out: oneself, or anyone for a manager.',
    params: ById,
    answer: UserWithUnit,
  },
  readUserUnit: {
    method: 'GET',
    path: '/users/:id/unit',
    who: 'signed-in',
    offline: 'keep',
    summary: 'The same user, as the unit’s screens read it.',
    params: ById,
    answer: UserWithUnit,
  },
  listAnnouncements: {
    method: 'GET',
    path: '/announcements',
    who: 'signed-in',
    offline: 'keep',
    summary: 'What is approved and due, and one’s own suggestions; everything for a manager. Newest first.',
    answer: z.array(Announcement),
  },
  createAnnouncement: {
    method: 'POST',
    path: '/announcements',
    who: 'manager',
    offline: 'refuse',
    summary: 'Publishes an announcement, now or at a later time.',
    body: NewAnnouncement,
    status: 201,
    answer: Announcement,
  },
  submitAnnouncement: {
    method: 'POST',
    path: '/announcements/submit',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Suggests an announcement, which management reviews before it is shared.',
    body: Suggestion,
    status: 201,
    answer: Announcement,
  },
  updateAnnouncement: {
    method: 'PUT',
    path: '/announcements/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes an announcement; without a publish time it keeps its own.',
    params: ById,
    body: AnnouncementUpdate,
    answer: Announcement,
  },
  setAnnouncementStatus: {
    method: 'PATCH',
    path: '/announcements/:id/status',
    who: 'manager',
    offline: 'refuse',
    summary: 'Approves or rejects a suggestion that is pending.',
    params: ById,
    body: Decision,
    answer: Announcement,
  },
  deleteAnnouncement: {
    method: 'DELETE',
    path: '/announcements/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Deletes an announcement for good.',
    params: ById,
    answer: Done,
  },
  listMyTransactions: {
    method: 'GET',
    path: '/transactions/my-history',
    who: 'signed-in',
    offline: 'keep',
    summary: 'One’s own ledger, newest first.',
    answer: z.array(Transaction),
  },
  readReceipt: {
    method: 'GET',
    path: '/transactions/:id/receipt',
    who: 'signed-in',
    offline: 'keep',
    summary: 'The receipt of a card payment of one’s own; of anyone’s for a manager.',
    params: ById,
    answer: Receipt,
  },
  createPayment: {
    method: 'POST',
    path: '/stripe_payments/create-payment',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Begins a card payment of exactly the balance, or goes on with the one that is begun.',
    answer: PaymentStarted,
  },
  listOpenPayments: {
    method: 'GET',
    path: '/stripe_payments/open',
    who: 'signed-in',
    offline: 'keep',
    summary: 'One’s own card payments that are begun and not in the ledger yet.',
    answer: z.array(OpenPayment),
  },
  stripeWebhook: {
    method: 'POST',
    path: '/stripe_payments/webhook',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Takes the card provider’s signed events.',
    answer: z.object({ received: z.literal(true) }),
  },
  listMaintenance: {
    method: 'GET',
    path: '/maintenance',
    who: 'signed-in',
    offline: 'keep',
    summary: 'A resident’s own requests and those of their unit; all of them for a manager. Newest first.',
    query: z.object({ completed: z.optional(z.enum(['true', 'false'], 'completed is true or false.')) }),
    answer: z.array(MaintenanceRequest),
  },
  createMaintenance: {
    method: 'POST',
    path: '/maintenance',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Reports a problem, with up to 10 photos.',
    signIn: 'You must be logged in to submit a maintenance request.',
    body: NewMaintenanceRequest,
    multipart: maintenanceForm,
    status: 201,
    answer: MaintenanceRequest,
    refuses: ['409 for a unit number that several properties have'],
  },
  updateMaintenance: {
    method: 'PUT',
    path: '/maintenance/:id',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Changes the issue and the photos of an open request.',
    signIn: 'You must be logged in to submit a request.',
    params: ById,
    body: MaintenanceUpdate,
    multipart: maintenanceForm,
    answer: MaintenanceRequest,
    refuses: [
      '403 for a resident, where management reported it',
      '409 `completed`',
      '409 `stale` where `updated_at` is not the record’s any more, with the record in `detail`',
    ],
  },
  cancelMaintenance: {
    method: 'DELETE',
    path: '/maintenance/:id',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Cancels an open request; its record is kept.',
    signIn: 'You must be logged in to delete a request.',
    params: ById,
    answer: Done,
    refuses: ['403 for a resident, where management reported it', '409 `completed`'],
  },
  completeMaintenance: {
    method: 'PUT',
    path: '/maintenance/:id/completion',
    who: 'manager',
    offline: 'queue',
    summary: 'Marks a request complete.',
    signIn: 'You must be logged in to submit a request.',
    params: ById,
    body: Completion,
    answer: MaintenanceRequest,
    refuses: ['409 `completed`'],
  },
  listUnits: {
    method: 'GET',
    path: '/units',
    who: 'manager',
    offline: 'keep',
    summary: 'All units with their tenants, by property and number.',
    answer: z.array(Unit),
  },
  readPhoto: {
    method: 'GET',
    path: '/photos/:id',
    who: 'anyone',
    offline: 'keep',
    summary: 'A photo, by the signed URL that a list gave.',
    params: photoById,
    query: signature,
    produces: 'image/jpeg',
    answer: z.any(),
    refuses: [
      '403 `expired` for an address that was altered or has run out',
      '404 for a photo that is not there',
    ],
  },
  readThumbnail: {
    method: 'GET',
    path: '/photos/:id/thumbnail',
    who: 'anyone',
    offline: 'keep',
    summary: 'A photo’s thumbnail, by the signed URL that a list gave.',
    params: photoById,
    query: signature,
    produces: 'image/jpeg',
    answer: z.any(),
    refuses: [
      '403 `expired` for an address that was altered or has run out',
      '404 for a photo that is not there',
    ],
  },
  health: {
    method: 'GET',
    path: '/health',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Whether the process runs.',
    answer: z.object({ status: z.literal('ok') }),
  },
  ready: {
    method: 'GET',
    path: '/ready',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Whether the database and the photo store answer.',
    answer: z.object({ status: z.literal('ready') }),
    refuses: ['503 where one of them does not'],
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    who: 'anyone',
    offline: 'refuse',
    summary: 'This table as an OpenAPI document.',
    answer: z.any(),
  },
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type NamesWhere<O extends Route['offline']> = {
  [N in RouteName]: Routes[N]['offline'] extends O ? N : never;
}[RouteName];

/** The routes whose last answer is kept for reading without a connection. */
export type KeptRoute = Routes[NamesWhere<'keep'>];
/** The names of the routes that may wait in the outbox. */
export type QueuedName = NamesWhere<'queue'>;
export type QueuedRoute = Routes[QueuedName];
