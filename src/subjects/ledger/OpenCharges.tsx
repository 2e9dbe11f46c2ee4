import { useState } from 'react';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Lease, OwnLease } from '../../../contract/leases/lease.ts';
import { openChargesOf } from '../../../contract/ledger/allocations.ts';
import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { chargeName } from './chargeName.ts';
import { LateFeeNotice } from '../leases/LateFeeNotice.tsx';

/** A lease that a phone stored before there were late fees has none. */
type ChargedLease = Pick<Lease, 'unit_id' | 'starts' | 'ends' | 'paused' | 'accepts_since'> &
  Partial<Pick<OwnLease, 'late_fees' | 'property_late_fees'>>;

interface OpenChargesProps {
  entries: readonly Transaction[];
  /** The leases that the person is a tenant of. */
  leases: readonly ChargedLease[];
  /** What the person may pay. */
  policy: PaymentPolicy;
  /** When the server last answered the ledger. */
  asOf?: Date | undefined;
}

/**
 * How many charges of a whole ledger are still to be paid, and when rent is late; a button lists them, the oldest first.
 * Nothing where all is paid. The ledger beside it has the same texts, so the list is a dialog of its own.
 */
export function OpenCharges({ entries, leases, policy, asOf }: OpenChargesProps) {
  const [listed, setListed] = useState(false);
  const charges = openChargesOf(entries) ?? [];
  const [oldest] = charges;
  if (!oldest) return <></>;
  return (
    <Card title="Still to Pay">
      <div>
        <p>
          {charges.length === 1 ? '1 charge, of ' : `${charges.length} charges, the oldest of `}
          <Time value={dateOf(oldest.entry)} />.
        </p>
        {charges.map(({ entry, open }) => (
          <LateFeeOf key={entry.id} {...{ entry, open, leases, policy, asOf }} />
        ))}
      </div>
      <Button variant="secondary" className="self-start max-sm:w-full" onClick={() => setListed(true)}>
        Show unpaid charges
      </Button>
      {listed && (
        <Modal title="Still to Pay" onClose={() => setListed(false)}>
          <ul role="list" className="-my-2 divide-y divide-line">
            {charges.map((charge) => (
              <OpenChargeRow key={charge.entry.id} {...charge} {...{ leases, policy, asOf }} />
            ))}
          </ul>
        </Modal>
      )}
    </Card>
  );
}

function OpenChargeRow({ entry, open, leases, policy, asOf }: LateFeeOfProps) {
  const whole = toCents(entry.amount);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
      <span className="min-w-0 flex-[1_1_9rem]">
        <span className="block font-semibold wrap-anywhere">
          {chargeName({ ...entry, billed: entry.utility?.month })}
        </span>
        <span className="block text-sm text-muted">
          {entry.lease ? 'Due' : 'Charged'} <Time value={dateOf(entry)} />
        </span>
        <LateFeeOf {...{ entry, open, leases, policy, asOf }} />
      </span>
      <span className="text-right">
        <Money cents={open} className="font-semibold" />
        {open < whole && (
          <span className="block text-sm text-muted">
            of <Money cents={whole} />
          </span>
        )}
      </span>
    </li>
  );
}

function latestOf(first: string, ...more: (string | null | undefined)[]): string {
  return more.reduce<string>((latest, each) => (each && each > latest ? each : latest), first);
}

interface LateFeeOfProps extends Pick<OpenChargesProps, 'leases' | 'policy' | 'asOf'> {
  entry: Transaction;
  open: number;
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
