import type { Input } from '../../../contract/http/route.ts';
import type { Move } from '../../../contract/moves/move.ts';
import type { Routes } from '../../../contract/routes.ts';
import type { OutboxItem } from '../engine/database.ts';
import type { Policies } from '../engine/policies.ts';
import { setCached } from '../engine/reads/cachedReads.ts';

declare module '../engine/database.ts' {
  interface StoredChanges {
    setKeys: { input: Input<Routes['setKeys']>; shown: { home: string } };
    setForwardingAddress: { input: Input<Routes['setForwardingAddress']>; shown: { home: string } };
  }
}

/** Moving in and out by a lease with what this device has not sent; what was refused is not in it. */
export function moveWithUnsent(move: Move, items: readonly OutboxItem[]): Move {
  return items.reduce((before, item) => {
    if (item.refusal) return before;
    if (item.route === 'setForwardingAddress' && isOf(item.input, move)) {
      return { ...before, forwarding_address: item.input.body.forwarding_address?.trim() || null };
    }
    if (item.route === 'setKeys' && isOf(item.input, move)) {
      const { keys, done } = item.input.body;
      const field = keys === 'returned' ? 'keys_returned_at' : 'keys_handed_over_at';
      return { ...before, [field]: done ? item.capturedAt : null };
    }
    return before;
  }, move);
}

function isOf({ params }: { params: { id: string } }, { lease_id }: Move): boolean {
  return params.id === String(lease_id);
}

export const movePolicies: Pick<Policies, 'setKeys' | 'setForwardingAddress'> = {
  setKeys: {
    applyResponse: (db, { userId, input }, move) =>
      setCached(db, userId, 'readMove', { params: input.params }, move),
  },
  setForwardingAddress: {
    applyResponse: (db, { userId, input }, move) =>
      setCached(db, userId, 'readMove', { params: input.params }, move),
  },
};
