import type { TenantBalance } from '../../../../contract/ledger/balances.ts';
import { AnnounceTo } from '../../../subjects/announcements/AnnounceTo.tsx';
import { Button } from '../../../ui/forms/Button.tsx';

interface TickedTenantsProps {
  tenants: readonly TenantBalance[];
  /** Both are told the ids of who it is about. */
  onRemind: (ids: number[]) => void;
  onCharge: (ids: number[]) => void;
}

/** What is done for all tenants that are selected; of one alone, their row and their page have it. */
export function TickedTenants({ tenants, onRemind, onCharge }: TickedTenantsProps) {
  const ids = tenants.map(({ user_id }) => user_id);
  return (
    <>
      {tenants.some(({ balance }) => balance > 0) && (
        <Button variant="secondary" onClick={() => onRemind(ids)}>
          Remind
        </Button>
      )}
      {ids.length > 1 && (
        <Button variant="secondary" onClick={() => onCharge(ids)}>
          Charge
        </Button>
      )}
      <AnnounceTo units={tenants.map(({ unit_id }) => unit_id)} />
    </>
  );
}
