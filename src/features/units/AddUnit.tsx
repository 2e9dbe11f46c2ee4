import { LoadedRecord } from '../../LoadedRecord.tsx';
import { useKept } from '../../offline/keptQuery.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { UnitForm } from './UnitForm.tsx';

/** `/admin/addunit` */
export default function AddUnit() {
  const properties = useKept('listProperties', {});
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Add Unit" />
      <LoadedRecord query={properties} failed="Failed to load properties">
        {(loaded) => <UnitForm properties={loaded} />}
      </LoadedRecord>
    </div>
  );
}
