import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';
import { MOST_PLANS, NewUpkeepPlan, UpkeepPlan } from './upkeep.ts';

const REFUSED = [
  '400 at `next_on` for a day that is over',
  '400 at `property_id` or `unit_id` for one that is not there',
];

/** The calls by which managers plan upkeep. */
export const upkeepRoutes = {
  listUpkeep: {
    method: 'GET',
    path: '/upkeep',
    who: 'manager',
    offline: 'keep',
    summary: 'The work that recurs, with the next day of each, the earliest first.',
    answer: lazySchema(() => z.array(UpkeepPlan)),
  },
  addUpkeep: {
    method: 'POST',
    path: '/upkeep',
    who: 'manager',
    offline: 'refuse',
    summary: 'Plans work that recurs. On its day a request is made for each home that it is for, once.',
    body: NewUpkeepPlan,
    status: 201,
    answer: UpkeepPlan,
    refuses: [...REFUSED, `409 for more than ${MOST_PLANS} plans`],
  },
  changeUpkeep: {
    method: 'PUT',
    path: '/upkeep/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes what is planned; requests that were made stay as they are.',
    params: IdParams,
    body: NewUpkeepPlan,
    answer: UpkeepPlan,
    refuses: REFUSED,
  },
  endUpkeep: {
    method: 'DELETE',
    path: '/upkeep/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Ends what is planned; requests that were made stay.',
    params: IdParams,
    answer: MessageAnswer,
  },
} as const satisfies Record<string, Route>;
