import { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { canBeRetried } from '../../offline/engine/outbox/itemState.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import type { useRequestActions } from './useRequestActions.ts';

interface ConflictProps {
  item: OutboxItem;
  listed: OptimisticRequest;
  actions: ReturnType<typeof useRequestActions>;
  onEdit: () => void;
}

/** What the server refused about this request, in its words, and the ways on. Nothing is dropped unasked. */
export function Conflict({ item, listed, actions, onEdit }: ConflictProps) {
  if (!item.refusal) return <></>;
  const { status, failure } = item.refusal;
  const isEdit = item.route === 'updateMaintenance';
  const moved = failure.code === 'stale' ? MaintenanceRequest.safeParse(failure.detail) : undefined;
  const gone = status === 404 || status === 409 || status === 410;
  const discard = () => void actions.discard(item);
  const makeNew = (
    <Button variant="secondary" onClick={() => void actions.makeNew(item, listed)}>
      Make it a new request
    </Button>
  );

  return (
    <Card tone="danger" title="Needs attention" level={3}>
      <p>{failure.message}</p>
      {isEdit && moved?.success && (
        <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Version title="Yours" text={(item.input.body as { information: string }).information} />
          <Version title="Theirs" text={moved.data.information} />
        </dl>
      )}
      <div className="flex flex-wrap gap-3">
        {isEdit && moved?.success && (
          <>
            <Button onClick={() => void actions.keepMine(item, moved.data)}>Keep mine</Button>
            <Button variant="secondary" onClick={discard}>
              Keep theirs
            </Button>
            {makeNew}
          </>
        )}
        {isEdit && !moved?.success && gone && (
          <>
            {makeNew}
            <Button variant="secondary" onClick={discard}>
              Keep theirs
            </Button>
          </>
        )}
        {!isEdit && gone && <Button onClick={discard}>Discard</Button>}
        {!gone && (
          <>
            {(isEdit || item.route === 'createMaintenance') && <Button onClick={onEdit}>Edit</Button>}
            {canBeRetried(item) && (
              <Button variant="secondary" onClick={() => void actions.retry(item)}>
                Try again
              </Button>
            )}
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-control border border-line bg-surface p-3">
      <dt className="text-sm font-semibold text-muted">{title}</dt>
      <dd className="mt-1 wrap-anywhere whitespace-pre-wrap">{text}</dd>
    </div>
  );
}
