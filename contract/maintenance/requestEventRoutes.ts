import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';
import {
  AddedRequestEvent,
  ListedRequestEvent,
  MOST_EVENTS,
  MOST_WAITING_EVENTS,
  NewRequestEvent,
  RequestEvent,
} from './requestEvents.ts';
import { ANSWER_DAYS } from './requestProgress.ts';

/** The calls of what happens with a maintenance request. */
export const requestEventRoutes = {
  listWaitingEvents: {
    method: 'GET',
    path: '/maintenance/events',
    who: 'signed-in',
    offline: 'keep',
    summary:
      `What happened with all requests that are open or can still be confirmed, so that each can be read without a connection; of the ` +
      `newest requests with at most ${MOST_WAITING_EVENTS} events together.`,
    answer: lazySchema(() => z.array(ListedRequestEvent)),
  },
  listRequestEvents: {
    method: 'GET',
    path: '/maintenance/:id/events',
    who: 'signed-in',
    offline: 'keep',
    summary:
      `What happened with a request, at most ${MOST_EVENTS} events in the order of when people acted, its report first. ` +
      'Notes are told to managers alone, and what was said before they moved in to nobody who shares only the home.',
    params: IdParams,
    answer: lazySchema(() => z.array(RequestEvent)),
  },
  addRequestEvent: {
    method: 'POST',
    path: '/maintenance/:id/events',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Adds what somebody says or does about a request. Events are not changed.',
    params: IdParams,
    body: NewRequestEvent,
    status: 201,
    answer: AddedRequestEvent,
    refuses: [
      '403 for what only management adds, or only a resident',
      '409 `not_done` for a confirmation or a reopening where nothing was done before',
      `409 \`too_late\` for one more than ${ANSWER_DAYS} days after it was done`,
      `409 \`full\` for a request with ${MOST_EVENTS} events`,
      '429 for more events of a person within an hour than are taken',
    ],
  },
  markRequestSeen: {
    method: 'PUT',
    path: '/maintenance/:id/seen',
    who: 'manager',
    offline: 'refuse',
    summary: 'Says that management has opened a request, once.',
    params: IdParams,
    answer: MessageAnswer,
    unkeyed: 'a request is seen for the first time once',
  },
} as const satisfies Record<string, Route>;
