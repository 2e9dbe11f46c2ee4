import { useParams } from 'react-router-dom';
import { ChangeHistory } from '../../ChangeHistory.tsx';
import { LoadedRecord } from '../../LoadedRecord.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { PropertyForm } from './PropertyForm.tsx';
import { changeLabels } from './changeLabels.ts';

/** `/admin/editproperty/:id` */
export default function EditProperty() {
  const { id = '' } = useParams();
  const property = useCachedQuery('readProperty', { params: { id } });
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Edit Property" />
      <LoadedRecord query={property} failed="Failed to load property">
        {(loaded) => (
          <div className="flex flex-col gap-6">
            {/* Begun anew with what the server says, where that is not what was kept. */}
            <PropertyForm key={JSON.stringify(loaded)} property={loaded} />
            <ChangeHistory subject="property" id={loaded.id} labels={changeLabels} />
          </div>
        )}
      </LoadedRecord>
    </div>
  );
}
