import { Building2 } from 'lucide-react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { Changes } from '../../ChangeHistory.tsx';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { useOnline } from '../../offline/engine/useOnline.ts';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Outcome } from '../../ui/feedback/Outcome.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { useDeletion } from '../../useDeletion.ts';
import { PropertyCard } from './PropertyCard.tsx';
import { changeWords } from './words.ts';

/** `/admin/propertyinfo`: every property, and what management does with it. */
export default function Properties() {
  const list = useCachedQuery('listProperties', {});
  const online = useOnline();
  const { notice, forget, remove } = useDeletion({
    route: 'deleteProperty',
    failed: 'Error deleting property',
    holding: ['listProperties'],
  });

  function nameOf({ subject_id, changes }: AuditEntry): string {
    const known = list.data?.find(({ id }) => id === subject_id)?.property_name;
    const { before, after } = changes.property_name ?? {};
    return String(known ?? before ?? after ?? `property ${subject_id}`);
  }

  if (list.denied) return <AccessDenied />;
  return (
    <>
      <PageHeading
        title="Property Info"
        description="The properties you manage. Residents see name, address and phone under Contact."
        action={<ButtonLink to="/admin/addproperty">+ Add new property</ButtonLink>}
      />
      {!online && (
        <Banner type="warning" className="mb-6">
          You need a connection to change properties. You can look them up here.
        </Banner>
      )}
      <Outcome notice={notice} onDone={forget} />
      <div className="flex flex-col gap-8">
        {content()}
        <Changes subject="property" words={changeWords} nameOf={nameOf} />
      </div>
    </>
  );

  function content() {
    if (list.isPending) return <Loading cards={2} />;
    if (list.error) {
      return (
        <Problem onRetry={() => void list.refresh()}>Failed to load properties: {list.error.message}</Problem>
      );
    }
    if (!list.data?.length) {
      return (
        <EmptyState
          icon={Building2}
          title="No Properties Found"
          action={
            <Button variant="secondary" onClick={() => void list.refresh()}>
              Try Again
            </Button>
          }
        >
          Units belong to a property, so add one first.
        </EmptyState>
      );
    }
    return (
      <ul role="list" aria-label="Properties" className="grid gap-4 md:grid-cols-2 md:gap-6">
        {list.data.map((property) => (
          <PropertyCard
            key={property.id}
            property={property}
            online={online}
            onDelete={() =>
              void remove({
                id: property.id,
                question: `Are you sure you want to delete the property "${property.property_name}"? This cannot be undone.`,
                done: `Property "${property.property_name}" deleted successfully`,
              })
            }
          />
        ))}
      </ul>
    );
  }
}
