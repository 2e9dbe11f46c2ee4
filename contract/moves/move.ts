import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams, optionalText, Timestamp } from '../values/text.ts';

/** What the steps of moving in and out depend on, of one lease. Dollars are open amounts. */
export const Move = lazySchema(() =>
  z.object({
    lease_id: z.int(),
    unit_id: z.int(),
    starts: z.string(),
    /** The last day of the lease; null while no notice was given. */
    ends: z.nullable(z.string()),
    /** How many tenants the lease has, how many of them have an account that they can sign in to, and how many live there. */
    tenants: z.int(),
    with_account: z.int(),
    living_there: z.int(),
    /** Dollars of the deposit that are required and were not received. */
    deposit_missing: z.number(),
    /** Dollars of the first rent that are not paid; null before it is posted. */
    first_rent_open: z.nullable(z.number()),
    /** The ids of the latest finalized inspections of the lease. */
    move_in_inspection: z.nullable(z.uuid()),
    move_out_inspection: z.nullable(z.uuid()),
    /** How many meters the home has, and how many were read since the lease began and at its end. Missing from a server of the version before. */
    meters: z.optional(z.object({ there: z.int(), read_in: z.int(), read_out: z.int() })),
    keys_handed_over_at: z.nullable(Timestamp),
    keys_returned_at: z.nullable(Timestamp),
    /** Dollars that the lease owes; negative is a credit. */
    owed: z.number(),
    /** Dollars that are held of the deposit. */
    deposit_held: z.number(),
    /** Where the statement of the deposit goes. */
    forwarding_address: z.nullable(z.string()),
    /**
     * Once a last day is set: the latest charges of the lease that are not paid, or count for that day or a later one. Missing in what
     * the version before stored.
     */
    last_charges: z.optional(
      z.array(
        z.object({
          id: z.int(),
          /** The day for which it counts. */
          day: z.string(),
          description: z.string(),
          amount: z.number(),
          /** Dollars of it that are not paid. */
          open: z.number(),
        }),
      ),
    ),
    /** Whether autopay is on: of a tenant their own, for management that of any tenant. */
    autopay: z.boolean(),
  }),
);
export type Move = z.infer<typeof Move>;

/** How many of the last charges are told. */
export const MOST_LAST_CHARGES = 100;

export const KEYS = ['handed over', 'returned'] as const;

export const KeysChange = lazySchema(() =>
  z.object({
    keys: z.enum(KEYS, `Keys are ${KEYS.join(' or ')}.`),
    done: z.boolean('Keys were given or not.'),
  }),
);

export type KeysChange = z.infer<typeof KeysChange>;

export const ForwardingAddress = lazySchema(() =>
  z.object({ forwarding_address: optionalText('An address is text.', 500) }),
);

/** The calls by which each side follows a tenant's moving in and out. */
export const moveRoutes = {
  readMove: {
    method: 'GET',
    path: '/leases/:id/move',
    who: 'signed-in',
    offline: 'keep',
    summary:
      'What is done and missing of a tenant’s move-in and move-out, for management and the tenants of the lease.',
    params: IdParams,
    answer: Move,
    refuses: ['404 for a lease that is not there, or that one is no tenant of'],
  },
  setKeys: {
    method: 'PUT',
    path: '/leases/:id/keys',
    who: 'manager',
    offline: 'queue',
    summary:
      'Records that the keys of a lease were handed over or returned, at the time of the device, or were not, and tells the tenants. What a device recorded earlier does not replace what stands; the answer is what stands.',
    params: IdParams,
    body: KeysChange,
    answer: Move,
    refuses: ['404 for a lease that is not there'],
  },
  setForwardingAddress: {
    method: 'PUT',
    path: '/leases/:id/forwarding-address',
    who: 'signed-in',
    offline: 'queue',
    summary:
      'Says where the statement of a lease’s deposit goes, by management or a tenant of the lease, and tells the others. What a device recorded earlier does not replace what stands; the answer is what stands.',
    params: IdParams,
    body: ForwardingAddress,
    answer: Move,
    refuses: ['404 for a lease that is not there, or that one is no tenant of'],
  },
} as const satisfies Record<string, Route>;
