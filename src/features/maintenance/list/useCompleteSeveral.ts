import type { Change } from '../../../offline/engine/outbox/outbox.ts';
import { findItem } from '../../../offline/engine/outbox/unsentItems.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { recordOf } from '../../../offline/subjects/maintenance/requestRecord.ts';
import { useConfirm } from '../../../ui/feedback/Confirm.tsx';
import { messages } from '../useRequestActions.ts';
import type { useRequests } from '../useRequests.ts';

/** The change that completes a request, as of one by itself; none for one that the server does not have. */
function completionOf({
  request,
  unit,
  unit_id,
  information,
}: OptimisticRequest): Change<'addRequestEvent'>[] {
  if (!request) return [];
  return [
    {
      route: 'addRequestEvent',
      input: { params: { id: String(request.id) }, body: { kind: 'done' } },
      record: recordOf(request),
      shown: { unit, unit_id, information, by_management: true },
    },
  ];
}

/** Marks several requests complete, and tells what became of all of them. */
export function useCompleteSeveral({ outbox, setNotice, follow }: ReturnType<typeof useRequests>) {
  const confirm = useConfirm();

  /** Tells whether the person meant it. */
  return async function completeSeveral(listed: readonly OptimisticRequest[]): Promise<boolean> {
    const completions = listed.flatMap(completionOf);
    const all = completions.length === 1 ? '1 request' : `${completions.length} requests`;
    if (!(await confirm({ text: `Mark ${all} as completed?`, confirmLabel: 'Mark Complete' }))) return false;
    setNotice(undefined);
    const ids: string[] = [];
    for (const each of completions) ids.push(await outbox.submit(each));
    const last = ids.at(-1);
    if (last === undefined) return true;
    await follow(last, messages(`${all} completed.`, 'Failed to mark requests as completed'));
    // They are sent in order, so what became of the last one is known last.
    const left = await Promise.all(ids.map(findItem));
    const refused = left.filter((item) => item?.refusal).length;
    if (refused > 0) {
      setNotice({
        type: 'error',
        message: `${refused} of ${all} could not be completed. What needs your attention is marked below.`,
      });
    }
    return true;
  };
}
