import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';
import { MOST_TARIFFS, NewTariff, Tariff } from './tariffs.ts';

/** The calls of tariffs, which price usage otherwise than the flat rates. */
export const tariffRoutes = {
  listTariffs: {
    method: 'GET',
    path: '/tariffs',
    who: 'manager',
    offline: 'keep',
    summary: 'The tariffs of each kind of usage, earlier and later ones among them, the latest first.',
    answer: lazySchema(() => z.array(Tariff)),
  },
  setTariff: {
    method: 'POST',
    path: '/tariffs',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Sets how a kind of usage is priced from a day on. One of the same day for the same homes is replaced; bills that were made stay as they are.',
    body: NewTariff,
    status: 201,
    answer: Tariff,
    refuses: ['400 for a property that is not there', `409 above ${MOST_TARIFFS} tariffs`],
  },
  removeTariff: {
    method: 'DELETE',
    path: '/tariffs/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Removes a tariff: the one before it is valid again. Bills that were made stay as they are.',
    params: IdParams,
    answer: MessageAnswer,
  },
} as const satisfies Record<string, Route>;
