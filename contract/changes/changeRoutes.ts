import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { ListChanges, ListChangesQuery } from './changedRows.ts';
import { ChangesQuery } from './changes.ts';
import type { Route } from '../http/route.ts';

/** The calls by which an open app knows what changed elsewhere. */
export const changeRoutes = {
  followChanges: {
    method: 'GET',
    path: '/changes',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Tells which reads of the caller became stale, as server-sent events, until the session ends: each `stale` event is ' +
      'a JSON list of calls, such as `["listMaintenance"]`, and tells no data. A comment comes at least every 25 seconds.',
    query: ChangesQuery,
    produces: 'text/event-stream',
    answer: lazySchema(() => z.any()),
    refuses: [
      '429 for more than 10 streams of a person at once, or 30 in a minute',
      '503 where the server has no room for one',
    ],
  },
  listChanges: {
    method: 'GET',
    path: '/changes/rows',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'What changed in the paged lists that the caller has, each since the `Changes-Cursor` that came with it: the rows in the ' +
      "list's order, each with the id of the one before it, and the ids that left. A list in which nothing changed is not named.",
    query: ListChangesQuery,
    answer: ListChanges,
  },
} as const satisfies Record<string, Route>;
