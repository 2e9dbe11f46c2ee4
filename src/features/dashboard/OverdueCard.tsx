import { toCents } from '../../../contract/money.ts';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { CardLink } from './CardLink.tsx';
import { Waiting } from './Waiting.tsx';

/** In tenants. */
const SHOWN = 3;

/** Who owes most, with the way to their ledgers. */
export function OverdueCard() {
  return (
    <Card title="Overdue Tenants">
      <Largest />
      <CardLink to="/admin/payments">View All Balances</CardLink>
    </Card>
  );
}

function Largest() {
  const { data, error, refresh } = useCachedQuery('listBalances', {});
  if (error) {
    return <Problem onRetry={() => void refresh()}>Unable to load tenant balances: {error.message}</Problem>;
  }
  if (!data) return <Waiting />;
  const overdue = data
    .map((tenant) => ({ ...tenant, cents: toCents(tenant.balance) }))
    .filter(({ cents }) => cents > 0)
    .sort((a, b) => b.cents - a.cents)
    .slice(0, SHOWN);
  if (overdue.length === 0) return <p className="text-muted">No overdue tenants. Great job!</p>;
  return (
    <ul role="list" className="divide-y divide-line">
      {overdue.map(({ user_id, first_name, last_name, unit_number, property_name, cents }) => (
        <li key={user_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-32 wrap-anywhere">
            <p className="font-semibold">
              {first_name} {last_name}
            </p>
            <p>
              <Money cents={cents} tone="ledger" className="font-bold" />
            </p>
            <p className="text-sm text-muted">
              {unit_number ? `Unit ${unit_number}, ${property_name ?? ''}` : 'No unit any more'}
            </p>
          </div>
          <ButtonLink
            to={`/admin/ledger/${user_id}`}
            variant="secondary"
            aria-label={`View Ledger of ${first_name} ${last_name}`}
          >
            View Ledger
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
