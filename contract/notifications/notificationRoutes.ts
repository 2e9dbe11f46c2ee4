import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import {
  Notification,
  NotificationPreferences,
  NotificationPreferencesUpdate,
  NotificationsRead,
  UnsubscribeQuery,
} from './notification.ts';
import type { Route } from '../http/route.ts';
import { MessageAnswer } from '../values/text.ts';

/** The calls about what somebody is told of. */
export const notificationRoutes = {
  listNotifications: {
    method: 'GET',
    path: '/notifications',
    who: 'signed-in',
    offline: 'keep',
    summary: 'What one was told of, at most 100, newest first.',
    answer: lazySchema(() => z.array(Notification)),
  },
  markNotificationsRead: {
    method: 'PUT',
    path: '/notifications/read',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Marks one’s notifications as read, up to the one with this id.',
    body: NotificationsRead,
    answer: MessageAnswer,
  },
  readNotificationPreferences: {
    method: 'GET',
    path: '/notifications/preferences',
    who: 'signed-in',
    offline: 'keep',
    summary: 'Of what one is told by push and email.',
    answer: NotificationPreferences,
  },
  updateNotificationPreferences: {
    method: 'PUT',
    path: '/notifications/preferences',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Changes of what one is told by push and email.',
    body: NotificationPreferencesUpdate,
    answer: NotificationPreferences,
    refuses: ['409 `mandatory` for switching off what is about security or money that is owed'],
  },
  readNotificationDefaults: {
    method: 'GET',
    path: '/notifications/defaults',
    who: 'manager',
    offline: 'keep',
    summary: 'Of what everyone is told who has not chosen otherwise.',
    answer: NotificationPreferences,
  },
  updateNotificationDefaults: {
    method: 'PUT',
    path: '/notifications/defaults',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes of what everyone is told who has not chosen otherwise.',
    body: NotificationPreferencesUpdate,
    answer: NotificationPreferences,
    refuses: ['409 `mandatory` for switching off what is about security or money that is owed'],
  },
  confirmUnsubscribe: {
    method: 'GET',
    path: '/notifications/unsubscribe',
    who: 'anyone',
    offline: 'refuse',
    summary:
      'The page of a mail’s link, which asks before it unsubscribes: programs follow links by themselves.',
    query: UnsubscribeQuery,
    produces: 'text/html',
    answer: lazySchema(() => z.string()),
    refuses: ['403 for a link that this server did not sign'],
  },
  unsubscribe: {
    method: 'POST',
    path: '/notifications/unsubscribe',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Switches off mail of the kind that the link names, for whom it names (RFC 8058).',
    query: UnsubscribeQuery,
    produces: 'text/html',
    answer: lazySchema(() => z.string()),
    refuses: ['403 for a link that this server did not sign'],
  },
} as const satisfies Record<string, Route>;
