import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { entryKind } from '../../../contract/ledger/entryKinds.ts';
import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** How many are shown. */
const SHOWN = 3;

/** The last payments that stand, each with its receipt. */
export function LastReceipts({ entries }: { entries: readonly Transaction[] }) {
  const payments = entries
    .filter(
      ({ type, reverses, reversed_by }) =>
        entryKind(type)?.receipt && reverses === null && reversed_by === null,
    )
    .slice(0, SHOWN);
  return (
    <Card title="Last Receipts">
      {payments.length === 0 && <p className="text-muted">No payment was made yet.</p>}
      <ul role="list" className="-mx-2 -my-3 divide-y divide-line empty:hidden">
        {payments.map((entry) => (
          <li key={entry.id}>
            <Link
              to={`/payments/receipt/${entry.id}`}
              className="flex min-h-11 items-center gap-3 rounded-control px-2 py-3 hover:bg-sunken"
            >
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                <span className="min-w-0 flex-[1_1_8rem]">
                  <span className="block font-semibold">{entry.type}</span>
                  <span className="block text-sm text-muted">
                    <Time value={dateOf(entry)} />
                    {entry.receipt_number && ` · ${entry.receipt_number}`}
                  </span>
                </span>
                <Money cents={-toCents(entry.amount)} className="font-semibold" />
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
