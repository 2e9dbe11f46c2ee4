import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { LateFeeRule, NewLateFeeRule } from './lateFee.ts';
import { Lease } from './lease.ts';
import type { Route } from '../http/route.ts';
import { IdParams } from '../values/text.ts';

/** What a property charges for late rent. */
const PropertyLateFeeRule = lazySchema(() => z.extend(LateFeeRule, { property_id: z.int() }));

/** The calls by which managers say what late rent costs. */
export const lateFeeRoutes = {
  listLateFees: {
    method: 'GET',
    path: '/late-fees',
    who: 'manager',
    offline: 'keep',
    summary: 'What properties charge for late rent, now, before and later: by property, the latest first.',
    answer: lazySchema(() => z.array(PropertyLateFeeRule)),
  },
  setPropertyLateFee: {
    method: 'POST',
    path: '/late-fees/properties/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Says what a property charges for rent that is due from a day on and paid late.',
    params: IdParams,
    body: NewLateFeeRule,
    status: 201,
    answer: PropertyLateFeeRule,
    refuses: ['404 for a property that is not there'],
  },
  setLeaseLateFee: {
    method: 'POST',
    path: '/late-fees/leases/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Says what one lease charges instead of its property, or that it follows its property again.',
    params: IdParams,
    body: NewLateFeeRule,
    status: 201,
    answer: Lease,
    refuses: ['404 for a lease that is not there'],
  },
} as const satisfies Record<string, Route>;
