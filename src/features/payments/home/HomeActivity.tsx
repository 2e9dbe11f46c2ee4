import { compareTimes } from '../../../../contract/values/calendar.ts';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { dateOf } from '../../../../contract/ledger/ledger.ts';
import type { HomeEntry } from '../../../../contract/leases/homeAccount.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { Money, moneyText } from '../../../ui/data/Money.tsx';
import { Time } from '../../../ui/data/Time.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';

/** How many entries are shown at first. */
const RECENT = 5;

/** What was charged for the home, and who paid what, newest first. */
export function HomeActivity({ entries }: { entries: readonly HomeEntry[] }) {
  const [all, setAll] = useState(false);
  const newest = entries.toSorted((a, b) => compareTimes(dateOf(b), dateOf(a)) || b.id - a.id);
  return (
    <Card title="Home Activity">
      {entries.length === 0 ? (
        <p className="text-muted">Nothing has been charged for your home yet.</p>
      ) : (
        <ul role="list" className="-my-2 divide-y divide-line">
          {newest.slice(0, all ? undefined : RECENT).map((entry) => (
            <li key={entry.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-3">
              <span className="font-semibold wrap-anywhere">{entry.type}</span>
              <Money cents={toCents(entry.amount)} tone="ledger" className="text-right font-semibold" />
              <span className="text-sm wrap-anywhere text-muted">{wordsOf(entry)}</span>
              <Time value={dateOf(entry)} className="text-right text-sm text-muted" />
              {entry.is_own && (
                <ButtonLink
                  variant="quiet"
                  to={`/payments/receipt/${entry.id}`}
                  icon={FileText}
                  className="justify-self-start"
                >
                  View receipt
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
      {!all && entries.length > RECENT && (
        <Button variant="secondary" className="self-start max-sm:w-full" onClick={() => setAll(true)}>
          Show all
        </Button>
      )}
    </Card>
  );
}

/** What an entry is for, and by whom it was paid or what of it is not. */
function wordsOf({ description, paid_by, is_own, reversed_by, amount, open }: HomeEntry): string {
  const paid = paid_by === null ? [] : [`paid by ${is_own ? 'you' : paid_by}`];
  const unpaid =
    amount > 0 && open > 0 && open < amount ? [`${moneyText(toCents(open))} of it is not paid`] : [];
  return [description, ...paid, ...unpaid, ...(reversed_by === null ? [] : ['taken back'])].join(', ');
}
