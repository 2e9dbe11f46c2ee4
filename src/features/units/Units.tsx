import { DoorOpen } from 'lucide-react';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { UnitList } from './UnitList.tsx';
import { changeLabels } from '../../subjects/units/changeLabels.ts';

/** `/admin/units`: every unit, and what management does with it. */
export default function Units() {
  const list = useCachedQuery('listUnits', {});
  const properties = useCachedQuery('listProperties', {});
  const leases = useCachedQuery('listLeases', {});
  const { notice, forgetNotice, change } = useOnlineChange();

  async function remove({ id, unit_number, property_name }: Unit): Promise<void> {
    await change({
      route: 'deleteUnit',
      input: { params: { id: String(id) } },
      question: {
        text: `Are you sure you want to delete unit ${unit_number} of ${property_name}? This cannot be undone.`,
        confirmLabel: 'Delete',
        danger: true,
      },
      done: `Unit ${unit_number} deleted successfully`,
      failed: (reason) => `Error deleting unit: ${reason}`,
    });
  }

  function nameOf({ subject_id, changes }: AuditEntry): string {
    const known = list.data?.find(({ id }) => id === subject_id);
    if (known) return `unit ${known.unit_number}, ${known.property_name}`;
    const { before, after } = changes.unit_number ?? {};
    return `unit ${String(before ?? after ?? `with ID ${subject_id}`)}`;
  }

  if (list.denied) return <AccessDenied />;
  return (
    <ManagerScreen
      title="Units"
      description="What you rent out. Residents are given their unit in Manage Users."
      action={
        <>
          <ButtonLink to="/admin/leases" variant="secondary">
            Leases
          </ButtonLink>
          <ButtonLink to="/admin/addunit">+ Add new unit</ButtonLink>
        </>
      }
      needs="You need a connection to change units. You can look them up here."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <div className="flex flex-col gap-8">
        <Loaded query={list} arrived={list.arrived} failed="Failed to load units">
          {(units, whole) =>
            units.length > 0 ? (
              <UnitList
                units={units}
                whole={whole}
                leases={leases.data}
                onDelete={(unit) => void remove(unit)}
              />
            ) : (
              <EmptyState
                icon={DoorOpen}
                title="No Units Found"
                action={
                  <ButtonLink to="/admin/import" variant="secondary">
                    Import
                  </ButtonLink>
                }
              >
                Add the first one, and its residents can be given it in Manage Users. Or import all of them
                from a spreadsheet, below More.
              </EmptyState>
            )
          }
        </Loaded>
        <ChangeHistory subject="unit" labels={changeLabels(properties.data)} nameOf={nameOf} />
      </div>
    </ManagerScreen>
  );
}
