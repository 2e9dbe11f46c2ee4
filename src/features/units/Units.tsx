import { DoorOpen } from 'lucide-react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { Changes } from '../../ChangeHistory.tsx';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { useOnline } from '../../offline/engine/useOnline.ts';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Outcome } from '../../ui/feedback/Outcome.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { useDeletion } from '../../useDeletion.ts';
import { UnitList } from './UnitList.tsx';
import { changeWords } from './words.ts';

/** `/admin/units`: every unit, and what management does with it. */
export default function Units() {
  const list = useCachedQuery('listUnits', {});
  const properties = useCachedQuery('listProperties', {});
  const online = useOnline();
  const { notice, forget, remove } = useDeletion({
    route: 'deleteUnit',
    failed: 'Error deleting unit',
    holding: ['listUnits'],
  });

  function nameOf({ subject_id, changes }: AuditEntry): string {
    const known = list.data?.find(({ id }) => id === subject_id);
    if (known) return `unit ${known.unit_number}, ${known.property_name}`;
    const { before, after } = changes.unit_number ?? {};
    return `unit ${String(before ?? after ?? `with ID ${subject_id}`)}`;
  }

  if (list.denied) return <AccessDenied />;
  return (
    <>
      <PageHeading
        title="Units"
        description="What you rent out. Residents are given their unit in Manage Users."
        action={<ButtonLink to="/admin/addunit">+ Add new unit</ButtonLink>}
      />
      {!online && (
        <Banner type="warning" className="mb-6">
          You need a connection to change units. You can look them up here.
        </Banner>
      )}
      <Outcome notice={notice} onDone={forget} />
      <div className="flex flex-col gap-8">
        {content()}
        <Changes subject="unit" words={changeWords(properties.data)} nameOf={nameOf} />
      </div>
    </>
  );

  function content() {
    if (list.isPending) return <Loading />;
    if (list.error) {
      return (
        <Problem onRetry={() => void list.refresh()}>Failed to load units: {list.error.message}</Problem>
      );
    }
    if (!list.data?.length) {
      return (
        <EmptyState icon={DoorOpen} title="No Units Found">
          Add the first one, and its residents can be given it in Manage Users.
        </EmptyState>
      );
    }
    return (
      <UnitList
        units={list.data}
        online={online}
        onDelete={({ id, unit_number, property_name }) =>
          void remove({
            id,
            question: `Are you sure you want to delete unit ${unit_number} of ${property_name}? This cannot be undone.`,
            done: `Unit ${unit_number} deleted successfully`,
          })
        }
      />
    );
  }
}
