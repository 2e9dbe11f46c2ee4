import { useParams } from 'react-router-dom';
import { LoadedRecord } from '../../screens/LoadedRecord.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { PropertyForm } from './PropertyForm.tsx';

/** `/admin/editproperty/:id` */
export default function EditProperty() {
  const { id = '' } = useParams();
  const property = useCachedQuery('readProperty', { params: { id } });
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Edit Property" />
      <LoadedRecord query={property} failed="Failed to load property">
        {/* Started again with what the server says, where that is not what was kept. */}
        {(loaded) => <PropertyForm key={JSON.stringify(loaded)} property={loaded} />}
      </LoadedRecord>
    </div>
  );
}
