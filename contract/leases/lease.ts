import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { depositAmount } from '../deposits/deposit.ts';
import { ENTRY_KINDS, type EntryType } from '../ledger/entryKinds.ts';
import { HomeAccount } from './homeAccount.ts';
import { LateFeeRule } from './lateFee.ts';
import { PRORATIONS } from './leaseSchedule.ts';
import { amountOf } from '../values/amount.ts';
import { guarantors, occupants } from './namedOnLease.ts';
import { OwnShares } from './ownShares.ts';
import { PAYMENT_POLICIES } from './paymentPolicy.ts';
import { NewShares, SHARES_IN } from './shares.ts';
import { givenDay, id, IdParam, optionalText } from '../values/text.ts';

/** What a lease charges for, and the type of the entries that it posts. */
export const LEASE_CHARGE_TYPES = {
  rent: ENTRY_KINDS.rent.type,
  parking: ENTRY_KINDS.parking.type,
  pet: ENTRY_KINDS.pet.type,
  storage: ENTRY_KINDS.storage.type,
  other: ENTRY_KINDS.otherCharge.type,
} as const satisfies Record<string, EntryType>;
export type LeaseChargeKind = keyof typeof LEASE_CHARGE_TYPES;
export const LEASE_CHARGE_KINDS = Object.keys(LEASE_CHARGE_TYPES) as [LeaseChargeKind, ...LeaseChargeKind[]];

const ChargeKind = lazySchema(() =>
  z.enum(LEASE_CHARGE_KINDS, `A charge of a lease is one of ${LEASE_CHARGE_KINDS.join(', ')}.`),
);
const LeaseProration = lazySchema(() => z.enum(PRORATIONS, 'Please choose a proration.'));
const LeasePaymentPolicy = lazySchema(() => z.enum(PAYMENT_POLICIES, 'Please say what may be paid.'));

/** A charge of each month from one to another. A rise ends one and begins another, so that its history stays. */
export const LeaseCharge = lazySchema(() =>
  z.object({
    id: z.int(),
    kind: ChargeKind,
    /** What another charge is for; null for a kind that says so itself. */
    description: z.nullable(z.string()),
    /** Dollars a month. */
    amount: z.number(),
    /** From 1 to 31; in a shorter month, its last day. */
    due_day: z.int(),
    /** The first day of the first month, such as `2026-05-01`. */
    from_month: z.string(),
    /** The first day of the last month; null while it goes on. */
    to_month: z.nullable(z.string()),
    /** The last month that was posted; null before the first. */
    posted_through: z.nullable(z.string()),
  }),
);
export type LeaseCharge = z.infer<typeof LeaseCharge>;

const LeaseTenant = lazySchema(() =>
  z.object({
    id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    /** Whether this is an active account with the lease's unit. */
    lives_there: z.boolean(),
    /** Percent or dollars a month, as the lease’s shares are; null where none are set. Missing in what the version before stored. */
    share: z.optional(z.nullable(z.number())),
  }),
);

/** Who rents a unit from when to when, and what they are charged each month. */
export const Lease = lazySchema(() =>
  z.object({
    id: z.int(),
    unit_id: z.int(),
    unit_number: z.string(),
    property_id: z.int(),
    property_name: z.string(),
    /** Its first day, such as `2026-05-15`. */
    starts: z.string(),
    /** Its last day; null while it is open. */
    ends: z.nullable(z.string()),
    proration: LeaseProration,
    /** What its tenants may pay. */
    payment_policy: LeasePaymentPolicy,
    /** Since when payments are accepted again, after none were: the days to pay of what was open count from then. */
    accepts_since: z.optional(z.nullable(z.string())),
    /** Whether posting its charges is paused. */
    paused: z.boolean(),
    /** What the tenants’ shares are in; null where none are set. Missing in what the version before stored. */
    shares_in: z.optional(z.nullable(z.enum(SHARES_IN))),
    /** The first is billed. */
    tenants: z.array(LeaseTenant),
    /** The names of who answers for it and of who lives there too, who neither sign in nor pay. Missing in what the version before stored. */
    guarantors: z.optional(z.array(z.string())),
    occupants: z.optional(z.array(z.string())),
    /** Dollars of the deposit that was agreed; null where none was. Missing in what the version before stored. */
    deposit_required: z.optional(z.nullable(z.number())),
    /** By kind, then by month. */
    charges: z.array(LeaseCharge),
    /** What this lease charges for late rent instead of what its property does. */
    late_fees: z.array(LateFeeRule),
  }),
);
export type Lease = z.infer<typeof Lease>;

/** One's own lease: without who else is named on it. */
export const OwnLease = lazySchema(() =>
  z.extend(z.omit(Lease, { tenants: true, guarantors: true, occupants: true }), {
    /** Whether one is billed for it. */
    billed: z.boolean(),
    /** What one sees of its account where another is billed; null where one is billed oneself. Missing in what the version before stored. */
    home: z.optional(z.nullable(HomeAccount)),
    /** Dollars that one is asked for of what the lease owes, where shares are set; null where none are. Missing as above. */
    asked: z.optional(z.nullable(z.number())),
    /** How it is divided, and what of it is one’s own; null where no shares are set. Missing as above. */
    shares: z.optional(z.nullable(OwnShares)),
    /** Dollars that are held of its deposit. Missing as above. */
    deposit_held: z.optional(z.number()),
    /** What its property charges for late rent where the lease says nothing else. */
    property_late_fees: z.array(LateFeeRule),
  }),
);
export type OwnLease = z.infer<typeof OwnLease>;

const amount = lazySchema(() => amountOf({ tooLarge: 'One charge can be at most $1,000,000.00.' }));
const DUE_DAY = 'The due day is a whole number from 1 to 31.';
const due_day = lazySchema(() => z.int(DUE_DAY).check(z.minimum(1, DUE_DAY), z.maximum(31, DUE_DAY)));

/** A month as its first day, such as `2026-05-01`. */
const month = (message: string) =>
  givenDay(message).check(z.refine<string>((day) => day.endsWith('-01'), message));
const fromMonth = lazySchema(() => month('Please choose the first month.'));

const DESCRIPTION = 'Please say what this charge is for.';

export const NewLeaseCharge = lazySchema(() =>
  z
    .object({
      kind: ChargeKind,
      description: z.optional(optionalText(DESCRIPTION, 100)),
      amount,
      due_day,
      from_month: fromMonth,
    })
    .check(
      z.refine(({ kind, description }) => kind !== 'other' || Boolean(description), {
        error: DESCRIPTION,
        path: ['description'],
      }),
    ),
);
export type NewLeaseCharge = z.infer<typeof NewLeaseCharge>;

/** The most charges that a new lease can begin with, and the most tenants. */
const MOST = 10;
const CHARGES = 'Please say what the lease charges.';
const unitId = lazySchema(() => id('Please choose a unit.'));
const tenantIds = lazySchema(() =>
  z
    .array(id('There is no such person.'), 'Please choose who is billed.')
    .check(
      z.minLength(1, 'Please choose who is billed.'),
      z.maxLength(MOST, `A lease has at most ${MOST} tenants.`),
    ),
);
const starts = lazySchema(() => givenDay('Please enter the first day.'));
const ends = lazySchema(() => z.optional(z.nullable(givenDay('Please enter the last day.'))));

/** Said of a change of a charge that changes nothing. */
export const CHARGED_ALREADY = 'This is what is charged already.';

export const ENDS_BEFORE_START = 'The last day must not be before the first.';

export const NewLease = lazySchema(() =>
  z
    .object({
      unit_id: unitId,
      starts,
      ends,
      proration: LeaseProration,
      payment_policy: z._default(LeasePaymentPolicy, PAYMENT_POLICIES[0]),
      tenant_ids: tenantIds,
      guarantors,
      occupants,
      /** Dollars; none is required where it is left out. */
      deposit_required: z.optional(z.nullable(depositAmount)),
      /** At most one of rent. */
      charges: z
        .array(NewLeaseCharge, CHARGES)
        .check(z.maxLength(MOST, `A lease can begin with at most ${MOST} charges.`)),
    })
    .check(
      z.refine(({ starts: first, ends: last }) => !last || last >= first, {
        error: ENDS_BEFORE_START,
        path: ['ends'],
      }),
      z.refine(({ charges }) => charges.filter(({ kind }) => kind === 'rent').length <= 1, {
        error: 'A lease charges one rent.',
        path: ['charges'],
      }),
    ),
);
export type NewLease = z.infer<typeof NewLease>;

/** A missing field is left unchanged. The tenants are given whole, who is billed first. */
export const LeaseUpdate = lazySchema(() =>
  z.object({
    ends,
    proration: z.optional(LeaseProration),
    payment_policy: z.optional(LeasePaymentPolicy),
    paused: z.optional(z.boolean('A lease is paused or not.')),
    tenant_ids: z.optional(tenantIds),
    /** Of the tenants as they are then. Left out, they stay while the same people rent, and go with another. */
    shares: z.optional(z.nullable(NewShares)),
    /** Dollars; null where none is required any more. */
    deposit_required: z.optional(z.nullable(depositAmount)),
    guarantors,
    occupants,
  }),
);

/** What a charge is from a month on; the months before stay as they are. */
export const LeaseChargeChange = lazySchema(() => z.object({ from_month: fromMonth, amount, due_day }));

/** The first month that is not charged any more. */
export const LeaseChargeEnd = lazySchema(() => z.object({ from_month: fromMonth }));

export const LeaseChargeParams = lazySchema(() => z.object({ id: IdParam, charge: IdParam }));

/** One lease for each unit, of its rent amount, its tenants as they were confirmed, and from the month on. */
export const LeasesFromUnits = lazySchema(() =>
  z.object({
    unit_ids: z
      .array(id('There is no such unit.'), 'Please choose units.')
      .check(
        z.minLength(1, 'Please choose units.'),
        z.maxLength(10_000, 'Please choose at most 10,000 units.'),
      ),
    from_month: fromMonth,
    due_day,
    proration: LeaseProration,
  }),
);

/** Whether posting the charges of all leases is paused. */
export const LeasePosting = lazySchema(() => z.object({ paused: z.boolean('Posting is paused or not.') }));
export type LeasePosting = z.infer<typeof LeasePosting>;

/** How a charge is named on its own: "Rent", or what another charge is for. */
export function chargeName({ kind, description }: Pick<LeaseCharge, 'kind' | 'description'>): string {
  return description ?? LEASE_CHARGE_TYPES[kind];
}
