import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { entryText } from '../../subjects/ledger/entryText.ts';
import { newestFirst } from '../../subjects/ledger/ledgerOrder.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';

/** The number of entries shown, the newest first by their days. */
const RECENT = 5;

export function RecentActivity({ transactions }: { transactions: Transaction[] }) {
  return (
    <Card title="Recent Activity">
      {transactions.length === 0 ? (
        <p className="text-muted">Nothing has happened on your account yet.</p>
      ) : (
        <ul role="list" className="-my-2 divide-y divide-line">
          {newestFirst(transactions)
            .slice(0, RECENT)
            .map(({ id, type, amount, ...entry }) => (
              <li key={id}>
                <Link
                  to={`/ledger?entry=${id}`}
                  state={COMES_BACK}
                  className="-mx-3 grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-control px-3 py-3 enabled-hover:bg-sunken"
                >
                  <span className="truncate font-semibold">{type}</span>
                  <Money cents={toCents(amount)} tone="ledger" className="text-right font-semibold" />
                  <span className="truncate text-sm text-muted">{entryText(entry)}</span>
                  <Time value={dateOf(entry)} className="text-right text-sm text-muted" />
                </Link>
              </li>
            ))}
        </ul>
      )}
      <ButtonLink to="/ledger" variant="secondary" className="self-start max-sm:w-full">
        View full account ledger
        <ArrowRight aria-hidden className="size-5 shrink-0" />
      </ButtonLink>
    </Card>
  );
}
