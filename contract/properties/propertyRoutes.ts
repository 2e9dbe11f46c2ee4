import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { PageQuery } from '../http/paging.ts';
import { NewProperty, Property, PropertyUpdate } from './property.ts';
import type { Route } from '../http/route.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';

/** The calls of properties. */
export const propertyRoutes = {
  listProperties: {
    method: 'GET',
    path: '/properties',
    who: 'signed-in',
    offline: 'keep',
    summary: 'All properties, with whom to call.',
    query: PageQuery,
    paged: { order: 'id', id: 'id' },
    answer: lazySchema(() => z.array(Property)),
  },
  readProperty: {
    method: 'GET',
    path: '/properties/:id',
    who: 'manager',
    offline: 'keep',
    summary: 'One property.',
    params: IdParams,
    answer: Property,
  },
  createProperty: {
    method: 'POST',
    path: '/properties',
    who: 'manager',
    offline: 'refuse',
    summary: 'Adds a property.',
    body: NewProperty,
    status: 201,
    answer: Property,
  },
  updateProperty: {
    method: 'PATCH',
    path: '/properties/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes what is given of a property.',
    params: IdParams,
    body: PropertyUpdate,
    answer: Property,
  },
  deleteProperty: {
    method: 'DELETE',
    path: '/properties/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Deletes a property that has no units.',
    params: IdParams,
    answer: MessageAnswer,
    refuses: ['409 `in_use` for a property with units'],
  },
} as const satisfies Record<string, Route>;
