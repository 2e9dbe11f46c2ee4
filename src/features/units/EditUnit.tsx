import { useParams } from 'react-router-dom';
import { ChangeHistory } from '../../ChangeHistory.tsx';
import { LoadedRecord } from '../../LoadedRecord.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { UnitForm } from './UnitForm.tsx';
import { changeLabels } from './changeLabels.ts';

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
            {(known) => (
              <div className="flex flex-col gap-6">
                {/* Begun anew with what the server says, where that is not what was kept. */}
                <UnitForm key={JSON.stringify(loaded)} unit={loaded} properties={known} />
                <ChangeHistory subject="unit" id={loaded.id} labels={changeLabels(known)} />
              </div>
            )}
          </LoadedRecord>
        )}
      </LoadedRecord>
    </div>
  );
}
