import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useUser } from '../../session/session.tsx';
import { hasDeposit } from '../../subjects/deposits/hasDeposit.ts';
import { DepositPage } from './DepositPage.tsx';
import { DepositSheet } from './DepositSheet.tsx';

/** `/payments/deposit`: the statements of one's own deposits. */
export default function OwnDeposit() {
  const user = useUser();
  const list = useCachedQuery('listMyLeases', {});
  const inspections = useCachedQuery('listOwnInspections', {});
  return (
    <DepositPage title="Deposit" back={{ to: '/payments', label: 'Back to Payments' }}>
      <Loaded query={list} failed="Unable to load your leases">
        {(leases) => {
          const own = leases.filter(hasDeposit);
          if (own.length === 0) return <p className="text-muted">No deposit is required or held.</p>;
          return (
            <div className="flex flex-col gap-8">
              {own.map((lease) => (
                <DepositSheet
                  key={lease.id}
                  leaseId={lease.id}
                  names={fullNameOf(user)}
                  place={unitLabel(lease)}
                  inspections={inspections.data ?? []}
                />
              ))}
            </div>
          );
        }}
      </Loaded>
    </DepositPage>
  );
}
