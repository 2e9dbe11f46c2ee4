import type { Unit } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { homeTenants } from '../../subjects/leases/newLease/useNewLeases.ts';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { ContactLinks } from './ContactLinks.tsx';
import { Standing } from './Balance.tsx';
import { usePersonAccount } from './usePersonAccount.ts';

/** Who lives in a home, or was written down for it on this device: how each is reached, and what they owe. */
export function Tenants({ unit }: { unit: Unit }) {
  const { tenant_info } = unit;
  const { items = [] } = useOutbox();
  const newcomers = homeTenants(unit, items).filter((tenant) => 'addedBy' in tenant);
  const nobody = tenant_info.length === 0 && newcomers.length === 0;
  return (
    <Card
      title="Who Lives Here"
      action={
        nobody && (
          <ButtonLink variant="secondary" to="/admin/manage-users">
            Manage Users
          </ButtonLink>
        )
      }
    >
      {nobody && (
        <p className="text-muted">Nobody lives here. Residents are given their unit in Manage Users.</p>
      )}
      <ul role="list" className="-my-4 divide-y divide-line empty:hidden">
        {tenant_info.map((tenant, index) => (
          <Tenant key={tenant.id} tenant={tenant} billed={index === 0 && tenant_info.length > 1} />
        ))}
        {newcomers.map(({ addedBy, name }) => (
          <li key={addedBy} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-4">
            <span className="min-w-0 text-lg font-semibold wrap-anywhere">
              <TextLink alone to="/admin/invitations">
                {name}
              </TextLink>
            </span>
            <UnsentBadge needsAttention={false} words="Unsent" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface TenantProps {
  tenant: Unit['tenant_info'][number];
  /** Whether this one of several is billed. */
  billed: boolean;
}

function Tenant({ tenant, billed }: TenantProps) {
  const { data: users } = useCachedQuery('listUsers', {});
  const account = usePersonAccount(tenant.id);
  const { phone, email = '' } = users?.find(({ id }) => id === tenant.id) ?? {};
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold wrap-anywhere">
          <PersonLink alone id={tenant.id} children={fullNameOf(tenant)} />
          {billed && <Badge>Billed</Badge>}
        </span>
        {account.cents !== undefined && (
          <Money cents={account.cents} tone="ledger" className="text-lg font-semibold" />
        )}
      </div>
      <Standing {...account} />
      <div>
        <ContactLinks phone={phone} email={email} />
      </div>
    </li>
  );
}
