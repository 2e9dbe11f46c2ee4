import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import {
  Lease,
  LeaseChargeChange,
  LeaseChargeEnd,
  LeaseChargeParams,
  LeasePosting,
  LeasesFromUnits,
  LeaseUpdate,
  OwnLease,
  NewLease,
  NewLeaseCharge,
} from './lease.ts';
import { LastDay } from './lastDay.ts';
import { PageQuery } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';

const POSTED = '409 `already_posted` for a month that is posted';

/** The calls by which managers keep leases, and residents read their own. */
export const leaseRoutes = {
  listLeases: {
    method: 'GET',
    path: '/leases',
    who: 'manager',
    offline: 'keep',
    summary: 'All leases with their tenants and charges, the ended too, by property and unit number.',
    query: PageQuery,
    paged: { order: 'property_id, natural order of the unit’s number, unit_id, id', id: 'id' },
    answer: lazySchema(() => z.array(Lease)),
  },
  listMyLeases: {
    method: 'GET',
    path: '/leases/my-leases',
    who: 'signed-in',
    offline: 'keep',
    summary:
      'The leases that one is a tenant of, at most 20, the latest first; with the account of those that another is billed for.',
    answer: lazySchema(() => z.array(OwnLease)),
  },
  createLease: {
    method: 'POST',
    path: '/leases',
    who: 'manager',
    offline: 'queue',
    summary:
      'Begins a lease of a unit with its charges. What has fallen due by now is posted within minutes.',
    body: NewLease,
    status: 201,
    answer: Lease,
    refuses: ['409 `lease_overlaps` where the unit has a lease on one of the days'],
  },
  createLeasesFromUnits: {
    method: 'POST',
    path: '/leases/from-units',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Begins a lease for each of the units that has tenants, a rent amount and no lease that goes on. Charges rent from the month on, and nothing before.',
    body: LeasesFromUnits,
    status: 201,
    answer: MessageAnswer,
    refuses: ['409 where none of the units is such'],
  },
  readLeasePosting: {
    method: 'GET',
    path: '/leases/posting',
    who: 'manager',
    offline: 'keep',
    summary: 'Whether posting the charges of all leases is paused.',
    answer: LeasePosting,
  },
  setLeasePosting: {
    method: 'PUT',
    path: '/leases/posting',
    who: 'manager',
    offline: 'refuse',
    summary: 'Pauses posting the charges of all leases, or goes on; what fell due meanwhile is posted then.',
    body: LeasePosting,
    answer: LeasePosting,
  },
  updateLease: {
    method: 'PUT',
    path: '/leases/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes what is given of a lease: its last day, its tenants, whether posting is paused.',
    params: IdParams,
    body: LeaseUpdate,
    answer: Lease,
    refuses: ['409 `lease_overlaps` where the unit has another lease on one of the days'],
  },
  setLastDay: {
    method: 'PUT',
    path: '/leases/:id/last-day',
    who: 'manager',
    offline: 'queue',
    summary:
      'Sets the last day of a lease, or lets it go on. Nothing is charged after it, and what is posted for later days is credited.',
    params: IdParams,
    body: LastDay,
    answer: Lease,
    refuses: [
      '400 for a day before the first',
      '404 for a lease that is not there',
      '409 `last_day_changed` where another last day stands than `stood`, with it in `detail`',
      '409 `lease_overlaps` where the unit has another lease on one of the days',
    ],
  },
  addLeaseCharge: {
    method: 'POST',
    path: '/leases/:id/charges',
    who: 'manager',
    offline: 'refuse',
    summary: 'Adds a charge of each month to a lease.',
    params: IdParams,
    body: NewLeaseCharge,
    status: 201,
    answer: Lease,
    refuses: ['409 for rent in a month that has rent'],
  },
  changeLeaseCharge: {
    method: 'PUT',
    path: '/leases/:id/charges/:charge',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes the amount or the due day of a charge from a month on.',
    params: LeaseChargeParams,
    body: LeaseChargeChange,
    answer: Lease,
    refuses: [POSTED],
  },
  endLeaseCharge: {
    method: 'PUT',
    path: '/leases/:id/charges/:charge/end',
    who: 'manager',
    offline: 'refuse',
    summary: 'Ends a charge before a month. One that never began is taken off.',
    params: LeaseChargeParams,
    body: LeaseChargeEnd,
    answer: Lease,
    refuses: [POSTED],
  },
} as const satisfies Record<string, Route>;
