import type { Input } from '../../../../contract/http/route.ts';
import type { Lease } from '../../../../contract/leases/lease.ts';
import type { Move } from '../../../../contract/moves/move.ts';
import type { StepName } from '../../../../contract/moves/moveSteps.ts';
import { toCents, toDollars } from '../../../../contract/values/money.ts';
import type { Routes } from '../../../../contract/routes.ts';
import type { OutboxItem } from '../../engine/database.ts';
import type { Policies } from '../../engine/policies.ts';
import type { InspectionItem } from '../inspections.ts';
import { addressOfLease, namesLease, showHome, unsentIdOf } from './leases.ts';
import { isAccessEnd, whoseAccess } from '../people/access.ts';
import { replaceOrAdd, setCached, updateCached } from '../../engine/reads/cachedReads.ts';

declare module '../../engine/database.ts' {
  interface StoredChanges {
    setKeys: { input: Input<Routes['setKeys']>; shown: { home: string } };
    setForwardingAddress: { input: Input<Routes['setForwardingAddress']>; shown: { home: string } };
    setLastDay: { input: Input<Routes['setLastDay']>; shown: { home: string } };
  }
}

export type LastDayItem = OutboxItem<'setLastDay'>;

/** Whether an unsent change sets the last day of this lease. */
export function isLastDay(item: OutboxItem, lease: number): item is LastDayItem {
  return item.route === 'setLastDay' && item.input.params.id === String(lease);
}

/** Who is on the lease, as management reads it. */
type Tenants = readonly Pick<Lease['tenants'][number], 'id' | 'lives_there'>[];

/**
 * Moving in and out by a lease with what this device has not sent; what was refused is not in it.
 * @param lease its id, or what stands for it while the lease is unsent
 */
export function moveWithUnsent(
  move: Move,
  items: readonly OutboxItem[],
  tenants: Tenants = [],
  lease = String(move.lease_id),
): Move {
  return items.reduce((before, item) => {
    if (item.refusal) return before;
    if (isAccessEnd(item)) {
      const leaves = tenants.some(({ id, lives_there }) => lives_there && id === whoseAccess(item));
      return leaves ? { ...before, living_there: Math.max(0, before.living_there - 1) } : before;
    }
    if (item.route === 'setForwardingAddress' && isOf(item.input, lease)) {
      return { ...before, forwarding_address: item.input.body.forwarding_address?.trim() || null };
    }
    if (item.route === 'setKeys' && isOf(item.input, lease)) {
      const { keys, done } = item.input.body;
      const field = keys === 'returned' ? 'keys_returned_at' : 'keys_handed_over_at';
      return { ...before, [field]: done ? item.capturedAt : null };
    }
    if (item.route === 'setLastDay' && isOf(item.input, lease))
      return { ...before, ends: item.input.body.ends };
    if (item.route === 'addDepositEntry' && isOf(item.input, lease)) {
      const { kind, amount } = item.input.body;
      const cents = toCents(before.deposit_missing) - (kind === 'Received' ? toCents(amount) : 0);
      return { ...before, deposit_missing: toDollars(Math.max(cents, 0)) };
    }
    if (item.route === 'saveInspection' && inspectedLease(item) === lease) {
      const { finalized, kind } = item.input.body;
      const field = kind === 'Move-out' ? 'move_out_inspection' : 'move_in_inspection';
      return finalized ? { ...before, [field]: item.input.params.id } : before;
    }
    return before;
  }, move);
}

function isOf({ params }: { params: { id: string } }, lease: string): boolean {
  return params.id === lease;
}

/** The id of the lease that an unsent inspection is of, or what stands for it. */
function inspectedLease({ input: { body }, shown }: InspectionItem): string | undefined {
  return addressOfLease({ lease_id: body.lease_id, lease_made_by: shown.leaseMadeBy });
}

/**
 * The steps of moving in and out that this device has not sent, and whether one of them needs attention.
 * @param billed whose account the lease's is: their id, or while they are unsent, that of the item that adds them
 * @param tenants who is on the lease
 * @param lease its id, or what stands for it while the lease is unsent
 */
export function unsentSteps(
  items: readonly OutboxItem[],
  move: Move,
  billed: number | string | undefined,
  tenants: Tenants = [],
  lease = String(move.lease_id),
): ReadonlyMap<StepName, { needsAttention: boolean }> {
  const steps = new Map<StepName, { needsAttention: boolean }>();
  for (const item of items) {
    const ends = isAccessEnd(item) && tenants.some(({ id }) => id === whoseAccess(item));
    for (const step of ends ? (['access'] as const) : stepsOf(item, move, billed, lease)) {
      const needsAttention = item.refusal !== undefined || steps.get(step)?.needsAttention === true;
      steps.set(step, { needsAttention });
    }
  }
  return steps;
}

/** The steps that an unsent change belongs to; none where it is of another lease, or of no step. */
function stepsOf(
  item: OutboxItem,
  move: Move,
  billed: number | string | undefined,
  lease: string,
): StepName[] {
  const ofLease = (step: StepName, input: { params: { id: string } }) => (isOf(input, lease) ? [step] : []);
  // A lease for a year has a last day from the beginning, so that what is paid or read belongs to moving in until that is done.
  const inAndOut = (isDoneIn: boolean, stepIn: StepName, stepOut: StepName) =>
    isDoneIn ? [stepOut] : [stepIn, stepOut];
  switch (item.route) {
    case 'createLease':
      return unsentIdOf(item) === lease ? ['lease'] : [];
    case 'setLastDay':
      return ofLease('notice', item.input);
    case 'setForwardingAddress':
      return ofLease('forwarding address', item.input);
    case 'setKeys':
      return ofLease(item.input.body.keys === 'returned' ? 'keys returned' : 'keys handed over', item.input);
    case 'addDepositEntry':
      return ofLease(item.input.body.kind === 'Received' ? 'deposit' : 'deposit returned', item.input);
    case 'saveInspection': {
      const { kind, finalized } = item.input.body;
      if (inspectedLease(item) !== lease || !finalized) return [];
      return [kind === 'Move-out' ? 'move-out inspection' : 'move-in inspection'];
    }
    case 'readMeter': {
      if (item.shown.unit_id !== move.unit_id) return [];
      const { read_in = 0, there = 0 } = move.meters ?? {};
      return inAndOut(there > 0 && read_in === there, 'meters read in', 'meters read out');
    }
    case 'createCharge':
    case 'createCredit':
      return item.input.body.userId === billed ? ['charges'] : [];
    case 'recordPayment':
      if ((item.shown.addedBy ?? item.input.body.userId) !== billed) return [];
      return inAndOut(move.first_rent_open === 0, 'first rent', 'charges');
    default:
      return [];
  }
}

export const movePolicies: Pick<Policies, 'setKeys' | 'setForwardingAddress' | 'setLastDay'> = {
  setLastDay: {
    // Not set right by the clock: a last day is what a notice says, and no form takes it from today.
    async applyResponse(db, { userId, input: { params } }, lease) {
      await updateCached(db, userId, 'listLeases', replaceOrAdd(lease));
      await updateCached(db, userId, 'readMove', (move) => ({ ...move, ends: lease.ends }), { params });
    },
    irrevocable:
      'This last day may have reached Porchlight already. It can be changed once its answer is known.',
  },
  setKeys: {
    names: { ...namesLease, showRevised: showHome },
    applyResponse: (db, { userId, input }, move) =>
      setCached(db, userId, 'readMove', { params: input.params }, move),
  },
  setForwardingAddress: {
    applyResponse: (db, { userId, input }, move) =>
      setCached(db, userId, 'readMove', { params: input.params }, move),
  },
};
