import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { PropertyForm } from './PropertyForm.tsx';

/** `/admin/addproperty` */
export default function AddProperty() {
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Add Property" />
      <PropertyForm />
    </div>
  );
}
