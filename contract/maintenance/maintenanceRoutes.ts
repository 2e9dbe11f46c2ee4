import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import {
  Completion,
  MAX_PHOTOS,
  MaintenanceRequest,
  MaintenanceUpdate,
  NewMaintenanceRequest,
} from './maintenance.ts';
import { pageQuery } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';

const maintenanceForm = {
  photos: 'maintenance_photos',
  following: 'following_photos',
  json: ['unit_id', 'keep_photos', 'following_photos', 'dropped_photos', 'may_enter'],
} as const;

/** The calls of maintenance requests. */
export const maintenanceRoutes = {
  listMaintenance: {
    method: 'GET',
    path: '/maintenance',
    who: 'signed-in',
    offline: 'keep',
    summary: 'A resident’s own requests and those of their unit; all of them for a manager. Newest first.',
    query: lazySchema(() =>
      z.object({
        completed: z.optional(z.enum(['true', 'false'], 'completed is true or false.')),
        ...pageQuery,
      }),
    ),
    paged: { order: 'creation, id, descending', id: 'id' },
    answer: lazySchema(() => z.array(MaintenanceRequest)),
  },
  createMaintenance: {
    method: 'POST',
    path: '/maintenance',
    who: 'signed-in',
    offline: 'queue',
    summary: `Reports a problem, with up to ${MAX_PHOTOS} photos.`,
    signIn: 'You must be logged in to submit a maintenance request.',
    body: NewMaintenanceRequest,
    multipart: maintenanceForm,
    status: 201,
    answer: MaintenanceRequest,
    refuses: [
      '409 for a unit number that several properties have',
      '429 for more changes or photos of a resident within an hour than the settings allow',
    ],
  },
  updateMaintenance: {
    method: 'PUT',
    path: '/maintenance/:id',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Changes the issue, the details and the photos of an open request.',
    signIn: 'You must be logged in to submit a request.',
    params: IdParams,
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
    params: IdParams,
    answer: MessageAnswer,
    refuses: ['403 for a resident, where management reported it', '409 `completed`'],
  },
  completeMaintenance: {
    method: 'PUT',
    path: '/maintenance/:id/completion',
    who: 'manager',
    offline: 'queue',
    summary: 'Marks a request complete.',
    signIn: 'You must be logged in to submit a request.',
    params: IdParams,
    body: Completion,
    answer: MaintenanceRequest,
    refuses: ['409 `completed`'],
  },
} as const satisfies Record<string, Route>;
