import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { PageQuery } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';
import { NewUnit, Unit, UnitUpdate } from './unit.ts';

/** The calls of units. */
export const unitRoutes = {
  listUnits: {
    method: 'GET',
    path: '/units',
    who: 'manager',
    offline: 'keep',
    summary: 'All units with their tenants, by property and number.',
    query: PageQuery,
    paged: { order: 'property_id, natural order of the number, id', id: 'id' },
    answer: lazySchema(() => z.array(Unit)),
  },
  readUnit: {
    method: 'GET',
    path: '/units/:id',
    who: 'manager',
    offline: 'keep',
    summary: 'One unit with its tenants.',
    params: IdParams,
    answer: Unit,
  },
  createUnit: {
    method: 'POST',
    path: '/units',
    who: 'manager',
    offline: 'refuse',
    summary: 'Adds a unit to a property.',
    body: NewUnit,
    status: 201,
    answer: Unit,
    refuses: ['400 for a property that is not there', '409 for a number that its property has already'],
  },
  updateUnit: {
    method: 'PATCH',
    path: '/units/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes what is given of a unit.',
    params: IdParams,
    body: UnitUpdate,
    answer: Unit,
    refuses: ['400 for a property that is not there', '409 for a number that its property has already'],
  },
  deleteUnit: {
    method: 'DELETE',
    path: '/units/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Deletes a unit that nothing refers to.',
    params: IdParams,
    answer: MessageAnswer,
    refuses: [
      '409 `in_use` for a unit with active tenants, ledger entries, maintenance requests or claims: its words say which',
    ],
  },
} as const satisfies Record<string, Route>;
