import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { Badge } from '../../ui/data/Badge.tsx';

/** Marks an entry that was taken back, after its type. */
export function ReversedMark({ by }: { by: Transaction['reversed_by'] }) {
  if (by === null) return <></>;
  return (
    <>
      {' '}
      <Badge>Reversed</Badge>
    </>
  );
}
