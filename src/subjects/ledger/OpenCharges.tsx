import { useState } from 'react';
import { openChargesOf } from '../../../contract/ledger/allocations.ts';
import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { chargeName } from './chargeName.ts';
import { LateFeeOf, type LateFeeOfProps } from './LateFeeOf.tsx';

interface OpenChargesProps extends Pick<LateFeeOfProps, 'leases' | 'policy' | 'asOf'> {
  entries: readonly Transaction[];
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
