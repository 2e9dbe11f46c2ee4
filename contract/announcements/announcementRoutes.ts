import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { Announcement, AnnouncementUpdate, Decision, NewAnnouncement, Suggestion } from './announcement.ts';
import { PageQuery } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';

/** The calls of the community board. */
export const announcementRoutes = {
  listAnnouncements: {
    method: 'GET',
    path: '/announcements',
    who: 'signed-in',
    offline: 'keep',
    summary:
      'What is approved, due and for everyone or one’s own property, and one’s own suggestions; everything for a manager. Newest first.',
    query: PageQuery,
    paged: { order: 'publish time or else creation, id, descending', id: 'id' },
    answer: lazySchema(() => z.array(Announcement)),
  },
  createAnnouncement: {
    method: 'POST',
    path: '/announcements',
    who: 'manager',
    offline: 'refuse',
    summary: 'Publishes an announcement, now or at a later time, for everyone or for some properties.',
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
    refuses: ['409 `too_many_waiting` for a resident with 100 suggestions that management has not answered'],
  },
  updateAnnouncement: {
    method: 'PUT',
    path: '/announcements/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes an announcement; without a publish time, or properties, it keeps its own.',
    params: IdParams,
    body: AnnouncementUpdate,
    answer: Announcement,
  },
  setAnnouncementStatus: {
    method: 'PATCH',
    path: '/announcements/:id/status',
    who: 'manager',
    offline: 'refuse',
    summary: 'Approves or rejects a suggestion that is pending.',
    params: IdParams,
    body: Decision,
    answer: Announcement,
  },
  deleteAnnouncement: {
    method: 'DELETE',
    path: '/announcements/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Deletes an announcement for good.',
    params: IdParams,
    answer: MessageAnswer,
  },
} as const satisfies Record<string, Route>;
