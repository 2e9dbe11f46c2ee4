import type { OutboxItem } from '../../../offline/engine/database.ts';
import { stateOf } from '../../../offline/engine/outbox/itemState.ts';
import { useUnsent } from '../../../offline/hooks/useUnsent.ts';
import type {} from '../../../offline/subjects/maintenance/requestEvents.ts';
import { recordOf } from '../../../offline/subjects/maintenance/requestRecord.ts';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { TextLink } from '../../../ui/layout/TextLink.tsx';

/** To whom a request was given on this device, until it is sent. */
export function UnsentAssignment({ request }: { request: number }) {
  const { items = [], sending } = useUnsent();
  const item = items.findLast(
    (each): each is OutboxItem<'addRequestEvent'> =>
      each.route === 'addRequestEvent' &&
      each.record === recordOf({ id: request }) &&
      each.input.body.kind === 'assigned',
  );
  if (!item) return <></>;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2">
      <UnsentBadge
        needsAttention={item.refusal !== undefined}
        words={`Assigned to ${item.shown.assignee ?? 'somebody'}. ${stateOf(item, sending)}`}
      />
      <TextLink to="/outbox">Decide under Unsent</TextLink>
    </p>
  );
}
