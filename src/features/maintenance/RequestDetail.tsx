import { useEffect, useRef, useState } from 'react';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useUser } from '../../session/session.tsx';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Conflict } from './Conflict.tsx';
import { detailItems } from './details/detailItems.ts';
import { EditRequest } from './EditRequest.tsx';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import { PhotosToCome } from '../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../subjects/photos/ShownPhotos.tsx';
import { EmergencyBadge, StageBadge, StatusBadge, UnsentBadge } from './StatusBadges.tsx';
import { EventForm, type EventFormName } from './timeline/EventForm.tsx';
import { RequestConversation } from './timeline/RequestConversation.tsx';
import { RequestSteps } from './timeline/RequestSteps.tsx';
import type { useRequestActions } from './useRequestActions.ts';
import { useBusy } from '../../ui/forms/useBusy.ts';

interface RequestDetailProps {
  listed: OptimisticRequest;
  actions: ReturnType<typeof useRequestActions>;
  sending: string | undefined;
  startEditing: boolean;
  /** The form of an event that is open at first. */
  startWith: EventFormName | undefined;
  onClose: () => void;
}

/** The detail modal: what a request says and what can be done with it. */
export function RequestDetail({
  listed,
  actions,
  sending,
  startEditing,
  startWith,
  onClose,
}: RequestDetailProps) {
  const user = useUser();
  const [editing, setEditing] = useState(startEditing);
  const [acting, setActing] = useState(startWith);
  const completing = useBusy();
  const { request, completed, cancelling, gone } = listed;
  const closed = completed || cancelling;
  const theirs = !user.is_manager && request !== undefined && request.user_id !== user.id;
  // The dialog gives the focus back to a card that is about to leave: reading goes on from the content instead.
  const leaving = useRef(false);
  useEffect(
    () => () => {
      if (leaving.current) document.querySelector('main')?.focus();
    },
    [],
  );

  async function cancel(): Promise<void> {
    // This modal may be gone, with its request, before the answer is here.
    leaving.current = true;
    leaving.current = await actions.cancel(listed);
    if (leaving.current) onClose();
  }

  const refused = listed.unsent.find((item) => item.refusal);
  const reason = refused ? undefined : listed.unsent[0]?.reason;

  if (editing && !closed) {
    return (
      <EditRequest
        listed={listed}
        onClose={onClose}
        onCancel={() => setEditing(false)}
        onSave={async (edit) => {
          await actions.save(listed, edit);
          onClose();
        }}
      />
    );
  }

  if (acting && request && !cancelling) {
    return (
      <EventForm
        form={acting}
        listed={listed}
        request={request.id}
        actions={actions}
        onDone={() => setActing(undefined)}
        onClose={onClose}
      />
    );
  }

  return (
    <Modal
      title="Maintenance Request"
      onClose={onClose}
      footer={
        !theirs &&
        !gone && (
          <>
            {user.is_manager && request && (
              <Button
                className="max-sm:basis-full"
                disabled={closed}
                busy={completing.busy}
                onClick={() => void completing.run(() => actions.complete(listed)).then(onClose)}
              >
                Mark Complete
              </Button>
            )}
            {/* What was refused is decided first, where it is explained. */}
            {!(refused && !closed) && (
              <>
                <Button variant="secondary" disabled={closed} onClick={() => setEditing(true)}>
                  Edit
                </Button>
                <Button variant="danger" disabled={closed} onClick={() => void cancel()}>
                  Delete Request
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {refused && (
          <Conflict item={refused} listed={listed} actions={actions} onEdit={() => setEditing(true)} />
        )}
        <div className="flex flex-wrap gap-2">
          <StatusBadge completed={completed} />
          <StageBadge listed={listed} />
          <EmergencyBadge listed={listed} />
          {!refused && <UnsentBadge listed={listed} sending={sending} />}
        </div>
        {reason && <p className="text-muted">{reason}</p>}
        <p className="wrap-anywhere whitespace-pre-wrap">{listed.information}</p>
        <DescriptionList
          items={[
            ...(user.is_manager
              ? [{ label: 'Unit', value: <HomeLink unit={listed.unit_id}>{listed.unit}</HomeLink> }]
              : []),
            ...(request && user.is_manager
              ? [
                  {
                    label: 'Reported by',
                    value: <PersonLink id={request.user_id}>{fullNameOf(request)}</PersonLink>,
                  },
                ]
              : []),
            ...detailItems(listed.details),
            { label: 'Reported', value: <Time value={listed.created_at} format="dateTime" /> },
            ...(listed.completed_at
              ? [{ label: 'Completed', value: <Time value={listed.completed_at} format="dateTime" /> }]
              : []),
          ]}
        />
        <ShownPhotos photos={listed.photos} />
        <PhotosToCome here={listed.photos.length} toCome={listed.photosToCome} />
        {request && !gone && <RequestSteps listed={listed} actions={actions} open={setActing} />}
        {request && !gone && (
          <RequestConversation listed={listed} request={request} actions={actions} sending={sending} />
        )}
        {theirs && (
          <p className="text-muted">Management reported this for your unit and keeps it up to date.</p>
        )}
      </div>
    </Modal>
  );
}
