import { DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { LoadedRecord } from '../../screens/LoadedRecord.tsx';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { isNewLease, unsentIdOf } from '../../offline/subjects/leases/leases.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { homeTenants } from '../../subjects/leases/newLease/useNewLeases.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { LeaseForm } from './LeaseForm.tsx';
import { leasePath } from './leaseTexts.ts';

/** `/admin/addlease`, of one unit with `?unit=3`; with `?edit=` and the id of its item, of an unsent lease */
export default function AddLease() {
  const [address] = useSearchParams();
  const units = useCachedQuery('listUnits', {});
  const leases = useCachedQuery('listLeases', {});
  const { items } = useOutbox();
  const edited = address.get('edit');
  const unsent = items?.filter(isNewLease).find(({ id }) => id === edited);
  // Where it is sent meanwhile, what is typed stays in sight, and saving it says so.
  const [item, setItem] = useState(unsent);
  if (unsent && unsent !== item) setItem(unsent);
  if (items && edited !== null && !item) {
    return <Navigate replace to={leasePath(unsentIdOf({ id: edited }))} />;
  }
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title={item ? 'Edit Lease' : 'Add Lease'} />
      <LoadedRecord query={units} failed="Failed to load units">
        {(all) => {
          if (!items) return <Loading cards={1} />;
          if (item || all.some((unit) => homeTenants(unit, items).length > 0)) {
            return (
              <Loaded query={leases} failed="Failed to load leases" loading={<Loading cards={1} />}>
                {(existing) => (
                  <LeaseForm
                    key={item?.id}
                    {...{ units: all, leases: existing, unsent: items, item }}
                    sentMeanwhile={item !== undefined && !unsent}
                    unitId={address.get('unit') ?? undefined}
                  />
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
