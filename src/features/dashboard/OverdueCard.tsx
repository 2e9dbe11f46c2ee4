import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import { toCents } from '../../../contract/values/money.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { ListCard } from './ListCard.tsx';

/** The number of tenants shown. */
const SHOWN = 3;

/** The tenants with the highest balances, with links to their ledgers. */
export function OverdueCard() {
  const balances = useCachedQuery('listBalances', {});
  return (
    <ListCard
      title="Overdue Tenants"
      link={{ to: '/admin/payments', label: 'View All Balances' }}
      query={balances}
      failed="Unable to load tenant balances"
      rowsOf={largestDebts}
      empty="No overdue tenants. Great job!"
    >
      {({ user_id, unit_id, first_name, last_name, unit_number, property_name, cents }) => (
        <li key={user_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-32 wrap-anywhere">
            <p className="font-semibold">
              <PersonLink alone id={user_id}>
                {first_name} {last_name}
              </PersonLink>
            </p>
            <p>
              <Money cents={cents} tone="ledger" className="font-bold" />
            </p>
            <p className="text-sm text-muted">
              <HomeLink alone unit={unit_id}>
                {unitLabel({ unit_number, property_name }, 'No unit any more')}
              </HomeLink>
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
      )}
    </ListCard>
  );
}

function largestDebts(balances: TenantBalance[]) {
  return balances
    .map((tenant) => ({ ...tenant, cents: toCents(tenant.balance) }))
    .filter(({ cents }) => cents > 0)
    .sort((a, b) => b.cents - a.cents)
    .slice(0, SHOWN);
}
