import { Building2 } from 'lucide-react';
import { LoadedRecord } from '../../screens/LoadedRecord.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { UnitForm } from './UnitForm.tsx';

/** `/admin/addunit` */
export default function AddUnit() {
  const properties = useCachedQuery('listProperties', {});
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Add Unit" />
      <LoadedRecord query={properties} failed="Failed to load properties">
        {(loaded) =>
          loaded.length > 0 ? (
            <UnitForm properties={loaded} />
          ) : (
            <EmptyState
              icon={Building2}
              title="No Properties Found"
              action={<ButtonLink to="/admin/addproperty">+ Add new property</ButtonLink>}
            >
              Units belong to a property, so add one first.
            </EmptyState>
          )
        }
      </LoadedRecord>
    </div>
  );
}
