import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { toCents } from '../values/money.ts';
import { divide, type SharesIn } from './shares.ts';

/** The shares of a lease as one of its tenants sees them: how it is divided, and what of it is theirs. Amounts are dollars. */
export const OwnShares = lazySchema(() =>
  z.object({
    /** The share of each tenant, in percent or in dollars a month. */
    of: z.array(z.number()),
    /** Which of them is one’s own, from 0. */
    own: z.int(),
    /** What the lease owes. */
    open: z.number(),
    /** The charges that are not paid whole, without what was credited of them, and one’s own part of these. */
    total: z.number(),
    whole: z.number(),
    /** What one has paid ahead, and what management credited ahead. */
    ahead: z.number(),
    credited: z.number(),
    /** What the bank is processing that others pay for the lease. */
    others_processing: z.number(),
  }),
);
export type OwnShares = z.infer<typeof OwnShares>;

/** A lease of one’s own, with what one is asked for of it where it has shares. */
interface LeaseWithShares {
  shares_in?: SharesIn | null | undefined;
  asked?: number | null | undefined;
  /** Missing in what the version before stored. */
  shares?: OwnShares | null | undefined;
}

/** What somebody is asked for of the leases that have shares, in cents. */
export interface AskedShare {
  /** What is not paid yet of their share. */
  asked: number;
  total: number;
  whole: number;
  open: number;
  ahead: number;
  credited: number;
  /** Such as 60, where all that is divided is divided by it. */
  percent?: number | undefined;
}

/** What somebody is asked for of these leases; undefined where none of them has shares. */
export function askedShare(leases: readonly LeaseWithShares[]): AskedShare | undefined {
  const shared = leases.flatMap(({ asked, shares, shares_in }) =>
    shares ? [{ ...shares, asked: asked ?? 0, shares_in }] : [],
  );
  const [first] = shared;
  if (!first) return undefined;
  const sum = (of: (lease: (typeof shared)[number]) => number) =>
    shared.reduce((cents, lease) => cents + toCents(of(lease)), 0);
  return {
    asked: sum(({ asked }) => asked),
    total: sum(({ total }) => total),
    whole: sum(({ whole }) => whole),
    open: sum(({ open }) => open),
    ahead: sum(({ ahead }) => ahead),
    credited: sum(({ credited }) => credited),
    percent: shared.length === 1 && first.shares_in === 'percent' ? first.of[first.own] : undefined,
  };
}

/** The same once charges of these leases have come, in the order of their days; what was credited ahead takes its part of them first. */
export function askedWith(
  share: AskedShare,
  coming: readonly { cents: number; shares: Pick<OwnShares, 'of' | 'own'> }[],
): AskedShare {
  return coming.reduce((sum, { cents, shares: { of, own } }) => {
    const credited = Math.min(sum.credited, cents);
    const part = divide(cents - credited, of.map(toCents))[own] ?? 0;
    return {
      ...sum,
      asked: sum.asked + part,
      whole: sum.whole + part,
      total: sum.total + cents - credited,
      open: sum.open + cents - credited,
      credited: sum.credited - credited,
    };
  }, share);
}
