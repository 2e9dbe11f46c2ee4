import { entryKind, isGivenBack } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';

/** What the day is for which an entry counts. */
export function dayLabel({ lease, amount, type }: Transaction): string {
  if (lease) return 'Due';
  if (isGivenBack(type)) return 'Given back';
  if (amount > 0) return 'Charged';
  return entryKind(type)?.form === 'credit' ? 'Counts from' : 'Received';
}
