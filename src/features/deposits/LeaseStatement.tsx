import { useParams } from 'react-router-dom';
import type { Lease } from '../../../contract/leases/lease.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { DepositPage } from './DepositPage.tsx';
import { DepositSheet } from './DepositSheet.tsx';

/** `/admin/deposits/:id`: the statement of a lease's deposit, for managers. */
export default function LeaseStatement() {
  const { id = '' } = useParams();
  const list = useCachedQuery('listLeases', {});
  return (
    <DepositPage title="Statement of the deposit" back={{ to: `/admin/lease/${id}`, label: 'Back to Lease' }}>
      <Loaded query={list} failed="Failed to load leases">
        {(leases) => {
          const lease = leases.find((each) => String(each.id) === id);
          if (!lease) return <Problem>This lease is not there any more.</Problem>;
          const names = lease.tenants.map(fullNameOf).join(', ');
          return <OfLease lease={lease} names={names} />;
        }}
      </Loaded>
    </DepositPage>
  );
}

function OfLease({ lease, names }: { lease: Lease; names: string }) {
  const ofHome = useCachedQuery('listHomeInspections', { params: { id: String(lease.unit_id) } });
  return (
    <DepositSheet leaseId={lease.id} names={names} place={unitLabel(lease)} inspections={ofHome.data ?? []} />
  );
}
