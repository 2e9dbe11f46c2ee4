import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams } from '../values/text.ts';
import {
  EntryNotice,
  EntryNoticeAnswer,
  MOST_ANSWERS,
  MOST_ENTRY_NOTICES,
  MOST_OF_HOME,
  NewEntryNotice,
  NewEntryNoticeAnswer,
} from './entryNotice.ts';

/** The calls by which management says that it enters a home, and who lives there answers. */
export const entryNoticeRoutes = {
  listEntryNotices: {
    method: 'GET',
    path: '/entry-notices',
    who: 'signed-in',
    offline: 'keep',
    summary:
      `The notices of entry, the latest entry first: of all homes for management, at most ${MOST_ENTRY_NOTICES}; of their home ` +
      `since they moved in for a resident, at most ${MOST_OF_HOME}, with their own answers.`,
    answer: lazySchema(() => z.array(EntryNotice)),
  },
  giveEntryNotice: {
    method: 'POST',
    path: '/entry-notices',
    who: 'manager',
    offline: 'queue',
    summary:
      'Gives notice that somebody enters a home, and tells who lives there. The lead time counts from when the server hears of it. ' +
      'Notices are not changed.',
    body: NewEntryNotice,
    status: 201,
    answer: EntryNotice,
    refuses: [
      '404 for a unit or a request that is not there',
      '400 for a request of another unit',
      '400 for an entry before the lead time is over, unless `short_notice` says why',
    ],
  },
  answerEntryNotice: {
    method: 'POST',
    path: '/entry-notices/:id/answers',
    who: 'signed-in',
    offline: 'queue',
    summary:
      'Says whether the time of an entry is fine, and tells management. The last answer of a person counts.',
    params: IdParams,
    body: NewEntryNoticeAnswer,
    status: 201,
    answer: EntryNoticeAnswer,
    refuses: [
      '403 for a manager',
      '404 for one that is not there, or of another home',
      `409 after ${MOST_ANSWERS} answers of a person`,
    ],
  },
} as const satisfies Record<string, Route>;
