import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Lease, OwnLease } from '../../../contract/leases/lease.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { LateFeeNotice } from '../leases/LateFeeNotice.tsx';

/** A lease that a phone stored before there were late fees has none. */
type ChargedLease = Pick<Lease, 'unit_id' | 'starts' | 'ends' | 'paused' | 'accepts_since'> &
  Partial<Pick<OwnLease, 'late_fees' | 'property_late_fees'>>;

function latestOf(first: string, ...more: (string | null | undefined)[]): string {
  return more.reduce<string>((latest, each) => (each && each > latest ? each : latest), first);
}

export interface LateFeeOfProps {
  entry: Transaction;
  /** What is still to be paid of it, in cents. */
  open: number;
  /** The leases that the person is a tenant of. */
  leases: readonly ChargedLease[];
  /** What the person may pay. */
  policy: PaymentPolicy;
  /** When the server last answered the ledger. */
  asOf?: Date | undefined;
}

/** When rent that a lease posted is late. */
export function LateFeeOf({
  entry: { lease, type, unit_id, effective_on: due, created_at },
  open,
  leases,
  policy,
  asOf,
}: LateFeeOfProps) {
  if (!lease || due === null || type !== ENTRY_KINDS.rent.type) return <></>;
  const rules = leases.find(
    (each) => each.unit_id === unit_id && each.starts <= due && (each.ends === null || each.ends >= due),
  );
  if (!rules || rules.paused) return <></>;
  // The days to pay begin again where payments are accepted again.
  const posted_on = isoDay(
    new Date(latestOf(created_at, ...leases.map(({ accepts_since }) => accepts_since))),
  );
  return <LateFeeNotice {...{ rules, policy, posted_on, asOf }} due_on={due} cents={open} />;
}
