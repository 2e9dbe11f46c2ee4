import type { ShownBills } from '../../offline/subjects/bills.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';

interface Description {
  title: string;
  detail: string | undefined;
  /** The screen where it can be changed. */
  edit: string | undefined;
}

/** An unsent change in words, and where to go to change it. */
export function describe(item: OutboxItem, manager: boolean): Description {
  const body = item.input.body as { information?: string; announcement?: string } | undefined;
  const shown = item.shown as { unit?: string; information?: string } | undefined;
  const screen = manager ? '/admin/maintenance' : '/maintenance';
  const where = shown?.unit ? ` for ${shown.unit}` : '';
  const address = `${screen}?unsent=${item.id}`;
  const editing = item.refusal ? address : `${address}&edit=1`;
  switch (item.route) {
    case 'createMaintenance':
      return { title: `New maintenance request${where}`, detail: body?.information, edit: editing };
    case 'updateMaintenance':
      return { title: `Change of a maintenance request${where}`, detail: body?.information, edit: editing };
    case 'cancelMaintenance':
      return {
        title: `Cancelling of a maintenance request${where}`,
        detail: shown?.information,
        edit: undefined,
      };
    case 'createUtilityBills': {
      const { length } = item.input.body as unknown[];
      return {
        title: length === 1 ? '1 utility bill' : `${length} utility bills`,
        detail: (item.shown as ShownBills).bills.map(({ unit }) => unit).join('; '),
        edit: `/admin/utilities?unsent=${item.id}`,
      };
    }
    case 'completeMaintenance':
      return {
        title: `Maintenance request marked complete${where}`,
        detail: shown?.information,
        edit: undefined,
      };
    case 'submitAnnouncement':
      return {
        title: 'Suggestion for the community board',
        detail: body?.announcement,
        // Once it may have arrived, a changed one would be a second one.
        edit: item.mayHaveArrived ? undefined : `/announcements?unsent=${item.id}`,
      };
  }
}
