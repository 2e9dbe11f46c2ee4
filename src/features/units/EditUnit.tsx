import { useParams } from 'react-router-dom';
import { LoadedRecord } from '../../screens/LoadedRecord.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { UnitForm } from './UnitForm.tsx';

/** `/admin/editunit/:id` */
export default function EditUnit() {
  const { id = '' } = useParams();
  const unit = useCachedQuery('readUnit', { params: { id } });
  const properties = useCachedQuery('listProperties', {});
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Edit Unit" />
      <LoadedRecord query={unit} failed="Failed to load unit">
        {(loaded) => (
          <LoadedRecord query={properties} failed="Failed to load properties">
            {/* Started again with what the server says, where that is not what was kept. */}
            {(known) => <UnitForm key={JSON.stringify(loaded)} unit={loaded} properties={known} />}
          </LoadedRecord>
        )}
      </LoadedRecord>
    </div>
  );
}
