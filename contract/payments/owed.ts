import { askedWith, type AskedShare } from '../leases/ownShares.ts';
import { divide } from '../leases/shares.ts';
import { chargesDue } from '../leases/leaseSchedule.ts';
import { leastByPolicy, type PaymentPolicy } from '../leases/paymentPolicy.ts';
import { toDollars, dollarText } from '../values/money.ts';
import { LARGEST_CHARGE, SMALLEST_CHARGE } from './autopay.ts';
import type { BilledLease } from './autopaySchedule.ts';

/** What somebody may pay, in cents: what they owe themselves, or what a home owes that another is billed for. */
export interface Owed {
  policy: PaymentPolicy;
  balance: number;
  /** What of it the bank is processing, whoever pays. */
  processing: number;
  /** What of that this person pays; all of it where it is left out. */
  ownProcessing?: number | undefined;
  /** The rent in it that is not paid. */
  openRent: number;
  /** The charges in it that are not paid. */
  open: number;
  /** What this person is asked for of the leases that have shares; undefined where none has. */
  share?: AskedShare | undefined;
}

/**
 * What somebody is asked for now, in cents: all that is due, or, where shares are set, what is left of their share and what they owe
 * beside it, without what the bank is processing for them, and never more than what nobody is paying yet.
 */
export function dueOf(owed: Owed): number {
  const { balance, processing, ownProcessing = processing, open, share } = owed;
  const due = balance - processing;
  if (!share) return due;
  const beside = open - share.open;
  return Math.min(Math.max(share.asked + beside - share.ahead - ownProcessing, 0), due);
}

/** What is left to pay of somebody’s share, in cents; undefined where none are set. */
export function shareToPay(owed: Owed): number | undefined {
  return owed.share && Math.max(Math.min(owed.share.asked, dueOf(owed)), 0);
}

/** The least that may be paid, in cents: what the lease says, or the share that is left, where that is less. */
export function leastPayment(owed: Owed): number {
  const least = leastByPolicy(owed.policy, owed);
  const share = shareToPay(owed) ?? 0;
  return share > 0 ? Math.min(least, share) : least;
}

/** What autopay charges under a limit, in cents, or why it charges nothing; then `cents` are what was due. */
export function autopayAmount(
  owed: Owed,
  limit: number,
): { cents: number; refused?: 'nothing_due' | 'over_limit' | 'not_accepted' } {
  const due = Math.min(dueOf(owed), LARGEST_CHARGE);
  if (due < SMALLEST_CHARGE) return { cents: Math.max(due, 0), refused: 'nothing_due' };
  if (owed.policy === 'nothing') return { cents: due, refused: 'not_accepted' };
  const cents = Math.min(due, limit);
  return cents < Math.min(leastPayment(owed), due) ? { cents: due, refused: 'over_limit' } : { cents };
}

/** The limit that an amount is over, within a sentence, given what the month was charged already; both in cents. */
export function ofLimit(limit: number, charged: number): string {
  const text = `its limit of ${dollarText(toDollars(limit))}`;
  return charged > 0 ? `what is left of ${text}` : text;
}

/** What is owed on a day, in cents: what is owed now, and what leases charge until then. */
export function owedOn(owed: Owed, leases: readonly BilledLease[], day: string): Owed {
  const coming = leases
    .filter(({ paused }) => !paused)
    .flatMap((lease) => chargesDue(lease, day).map((due) => ({ ...due, shares: lease.shares })));
  const sum = (charges: typeof coming) => charges.reduce((cents, charge) => cents + charge.cents, 0);
  const shared = coming.flatMap(({ cents, shares }) => (shares ? [{ cents, shares }] : []));
  const share = owed.share && askedWith(owed.share, shared);
  return {
    ...owed,
    share,
    balance: owed.balance + sum(coming),
    // Without what was credited ahead, as the share is.
    open: owed.open + sum(coming) - (owed.share?.credited ?? 0) + (share?.credited ?? 0),
    openRent: owed.openRent + sum(coming.filter(({ charge }) => charge.kind === 'rent')),
  };
}

/** In cents: by how much less whole charges together may differ from a percentage of them, each being divided to the cent. */
const ROUNDED = 50;

const partOf = (cents: number, percent: number) => divide(cents, [percent, 100 - percent])[0] ?? 0;

/** How somebody’s share comes about, within a sentence; undefined where no shares are set, or nothing is asked for by them. */
export function shareText({ share }: Owed): string | undefined {
  if (!share || share.whole <= 0) return undefined;
  const [whole, total] = [share.whole, share.total].map((cents) => dollarText(toDollars(cents)));
  // A debt from before somebody became a tenant is divided among the others.
  const { percent } = share;
  const isPercent = percent !== undefined && Math.abs(share.whole - partOf(share.total, percent)) < ROUNDED;
  const own = `your share${isPercent ? ` of ${percent} %` : ''}, ${whole} of ${total}`;
  return share.asked === share.whole ? own : `what is left of ${own}`;
}
