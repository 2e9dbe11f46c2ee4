import { DoorOpen } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { LoadedRecord } from '../../screens/LoadedRecord.tsx';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { LeaseForm } from './LeaseForm.tsx';

/** `/admin/addlease`, of one unit with `?unit=3` */
export default function AddLease() {
  const [address] = useSearchParams();
  const units = useCachedQuery('listUnits', {});
  const leases = useCachedQuery('listLeases', {});
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Add Lease" />
      <LoadedRecord query={units} failed="Failed to load units">
        {(all) => {
          if (all.some(({ tenant_info }) => tenant_info.length > 0)) {
            return (
              <Loaded query={leases} failed="Failed to load leases" loading={<Loading cards={1} />}>
                {(existing) => (
                  <LeaseForm units={all} leases={existing} unitId={address.get('unit') ?? undefined} />
                )}
              </Loaded>
            );
          }
          return (
            <EmptyState
              icon={DoorOpen}
              title="Nobody lives in a unit yet"
              action={<ButtonLink to="/admin/manage-users">Manage Users</ButtonLink>}
            >
              A lease needs somebody to bill. Give residents their unit first.
            </EmptyState>
          );
        }}
      </LoadedRecord>
    </div>
  );
}
