import { Building2 } from 'lucide-react';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Property } from '../../../contract/properties/property.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { PropertyCard } from './PropertyCard.tsx';
import { changeLabels } from './changeLabels.ts';

/** `/admin/propertyinfo`: every property, and what management does with it. */
export default function Properties() {
  const list = useCachedQuery('listProperties', {});
  const online = useOnline();
  const { notice, forgetNotice, change } = useOnlineChange();

  async function remove({ id, property_name }: Property): Promise<void> {
    await change({
      route: 'deleteProperty',
      input: { params: { id: String(id) } },
      question: {
        text: `Are you sure you want to delete the property "${property_name}"? This cannot be undone.`,
        confirmLabel: 'Delete',
        danger: true,
      },
      done: `Property "${property_name}" deleted successfully`,
      failed: (reason) => `Error deleting property: ${reason}`,
    });
  }

  function nameOf({ subject_id, changes }: AuditEntry): string {
    const known = list.data?.find(({ id }) => id === subject_id)?.property_name;
    const { before, after } = changes.property_name ?? {};
    return String(known ?? before ?? after ?? `property ${subject_id}`);
  }

  if (list.denied) return <AccessDenied />;
  return (
    <ManagerScreen
      title="Property Info"
      description="The properties you manage. Residents see name, address and phone under Contact."
      action={<ButtonLink to="/admin/addproperty">+ Add new property</ButtonLink>}
      needs="You need a connection to change properties. You can look them up here."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <div className="flex flex-col gap-8">
        <Loaded query={list} failed="Failed to load properties" loading={<Loading cards={2} />}>
          {(properties) =>
            properties.length > 0 ? (
              <ul
                role="list"
                aria-label="Properties"
                className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6"
              >
                {properties.map((property) => (
                  <PropertyCard
                    key={property.id}
                    property={property}
                    online={online}
                    onDelete={() => void remove(property)}
                  />
                ))}
              </ul>
            ) : (
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
            )
          }
        </Loaded>
        <ChangeHistory subject="property" labels={changeLabels} nameOf={nameOf} />
      </div>
    </ManagerScreen>
  );
}
