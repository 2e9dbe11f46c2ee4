import type { TenantBalance } from '../../../../contract/ledger/balances.ts';
import { Button } from '../../../ui/forms/Button.tsx';

interface TickedTenantsProps {
  tenants: readonly TenantBalance[];
  /** Told the ids of who is charged. */
  onCharge: (ids: number[]) => void;
}

/** What is done for all tenants that are selected; of one alone, their row and their page have it. */
export function TickedTenants({ tenants, onCharge }: TickedTenantsProps) {
  if (tenants.length < 2) return <></>;
  return (
    <Button variant="secondary" onClick={() => onCharge(tenants.map(({ user_id }) => user_id))}>
      Charge
    </Button>
  );
}
