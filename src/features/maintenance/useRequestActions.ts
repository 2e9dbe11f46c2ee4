import { useState } from 'react';
import type { AddedEvent } from '../../../contract/maintenance/requestEvents.ts';
import type { EventBody } from './timeline/ReplyForm.tsx';
import type { OutcomeMessages } from '../../forms/useQueuedNotice.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { discardDraft, type DraftVersion } from '../../offline/engine/drafts.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import { currentRecord } from '../../offline/subjects/maintenance/useSentRequest.ts';
import { useUser } from '../../session/session.tsx';
import { NOTICE_GIVEN } from '../../subjects/entryNotices/noticeMessages.ts';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { saidDetails, typedDetails } from './details/typedDetails.ts';
import type { Edit } from './EditRequest.tsx';
import { recordOf } from '../../offline/subjects/maintenance/requestRecord.ts';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import type { useRequests } from './useRequests.ts';

export function messages(sent: string, failed: string): OutcomeMessages {
  return {
    sent,
    refused: () => `${failed}. It needs your attention below; nothing you wrote is lost.`,
  };
}
const UPDATED = messages('Maintenance request updated successfully.', 'Failed to update request');
const CANCELLED = messages('Maintenance request cancelled successfully.', 'Failed to cancel request');
const COMPLETED = messages('Maintenance request completed.', 'Failed to mark request at completed');
const EVENT_MESSAGES: Readonly<Record<AddedEvent, OutcomeMessages>> = {
  reply: messages('Your reply was sent.', 'Failed to send the reply'),
  note: messages('The note was saved.', 'Failed to save the note'),
  assigned: messages('The request was assigned.', 'Failed to assign the request'),
  scheduled: messages('The visit was scheduled.', 'Failed to schedule the visit'),
  started: messages('The work was started.', 'Failed to start the work'),
  done: COMPLETED,
  confirmed: messages('Thank you for telling us.', 'Failed to confirm'),
  reopened: messages('The request is open again.', 'Failed to reopen the request'),
};
export const SUBMITTED = messages('Maintenance request submitted successfully.', 'Failed to submit request');

interface EventOptions {
  /** The name of who is to do it, where the body has their id alone. */
  assignee?: string | undefined;
  photos?: StoredPhoto[] | undefined;
}

/** What can be done with a request that is listed, whether the server has it or not. */
export function useRequestActions({ change, outbox, setNotice, follow }: ReturnType<typeof useRequests>) {
  const user = useUser();
  const confirm = useConfirm();
  const [completed, setCompleted] = useState<string>();

  async function save(
    listed: OptimisticRequest,
    { information, details, kept, added, draft }: Edit,
  ): Promise<void> {
    // The unsent item that has the request's text: its creation, or the last edit of it.
    const item = listed.unsent.findLast(
      (each) => each.route === 'createMaintenance' || each.route === 'updateMaintenance',
    );
    const stored = kept.flatMap((photo) => ('stored' in photo ? [photo.stored] : []));
    const stay = [...stored, ...added].map(({ sha256 }) => sha256);
    const dropped_photos = listed.photos.flatMap((photo) =>
      'stored' in photo && !stay.includes(photo.stored.sha256) ? [photo.stored.sha256] : [],
    );
    const keep_photos = kept.flatMap((photo) => ('sent' in photo ? [photo.sent.id] : []));
    if (item) {
      const body = {
        ...item.input.body,
        information,
        ...details,
        ...(dropped_photos.length > 0 ? { dropped_photos } : {}),
        ...(item.route === 'updateMaintenance' && listed.request ? { keep_photos } : {}),
      };
      setNotice(undefined);
      const revised = await outbox.revise(item.id, {
        body,
        photos: [...stored, ...added],
        ...(item.shown ? { shown: item.shown } : {}),
      });
      await discardDraft(user.id, draft);
      // Sent in this very moment, it took its draft along to the name it got.
      const record = await currentRecord(revised);
      if (record) await discardDraft(user.id, { name: `edit-${record}` });
      await follow(revised, item.route === 'createMaintenance' ? SUBMITTED : UPDATED);
      return;
    }
    const { request } = listed;
    if (!request) return;
    await change(
      {
        route: 'updateMaintenance',
        input: {
          params: { id: String(request.id) },
          body: {
            information,
            ...details,
            keep_photos,
            ...(dropped_photos.length > 0 ? { dropped_photos } : {}),
            updated_at: request.updated_at,
          },
        },
        record: recordOf(request),
        photos: added,
        shown: { unit: listed.unit, unit_id: listed.unit_id },
        draft,
      },
      UPDATED,
    );
  }

  /** Tells whether the person meant it. */
  async function cancel(listed: OptimisticRequest): Promise<boolean> {
    const sure = await confirm({
      text: 'Are you sure you want to cancel this request?',
      confirmLabel: 'Cancel Request',
      cancelLabel: 'Keep Request',
      danger: true,
    });
    if (!sure) return false;
    const { request, unsent } = listed;
    if (request) {
      // What was to be changed about it no longer matters.
      for (const item of unsent) await outbox.discard(item.id);
      await change(
        {
          route: 'cancelMaintenance',
          input: { params: { id: String(request.id) } },
          record: recordOf(request),
          shown: { unit: listed.unit, information: listed.information },
        },
        CANCELLED,
      );
    } else if (unsent[0]) {
      // One that may have arrived is cancelled behind it.
      const cancelling = await outbox.discard(unsent[0].id);
      if (cancelling) void follow(cancelling, CANCELLED);
      else setNotice({ type: 'success', message: CANCELLED.sent });
    }
    return true;
  }

  /** Queues what somebody says or does about a request; resolves once it is safe on this device. */
  async function queueEvent(
    { request, unit, unit_id, information }: OptimisticRequest,
    body: EventBody,
    { draft, assignee, photos = [] }: EventOptions & { draft?: DraftVersion | undefined } = {},
  ): Promise<string | undefined> {
    if (!request) return undefined;
    setNotice(undefined);
    const id = await outbox.submit({
      route: 'addRequestEvent',
      input: { params: { id: String(request.id) }, body },
      record: recordOf(request),
      photos,
      shown: { unit, unit_id, information, by_management: user.is_manager, assignee },
      ...(draft ? { draft } : {}),
    });
    if (body.kind === 'done') setCompleted(id);
    return id;
  }

  async function add(
    listed: OptimisticRequest,
    body: EventBody,
    draft?: DraftVersion,
    options?: EventOptions,
  ): Promise<void> {
    const id = await queueEvent(listed, body, { draft, ...options });
    if (id) void follow(id, EVENT_MESSAGES[body.kind]);
  }

  async function complete(listed: OptimisticRequest): Promise<void> {
    const id = await queueEvent(listed, { kind: 'done' });
    if (id) await follow(id, COMPLETED);
  }

  /** Takes back what was marked complete last: nothing is sent of what is unsent, and what was sent is reopened. */
  async function undo(): Promise<void> {
    if (!completed) return;
    setCompleted(undefined);
    setNotice(undefined);
    const reopening = await outbox.discard(completed);
    if (reopening) await follow(reopening, EVENT_MESSAGES.reopened);
    else setNotice({ type: 'success', message: EVENT_MESSAGES.reopened.sent });
  }

  /** Sends a refused edit over what the request became in the meantime. */
  async function keepMine(item: OutboxItem, now: MaintenanceRequest): Promise<void> {
    const body = item.input.body as { information: string; keep_photos?: string[] };
    setNotice(undefined);
    const there = new Set(now.photos.map(({ id }) => id));
    const keep_photos = body.keep_photos?.filter((id) => there.has(id));
    await outbox.revise(item.id, {
      body: { ...body, ...(keep_photos ? { keep_photos } : {}), updated_at: now.updated_at },
      photos: item.photos,
    });
  }

  /** Sends what a refused edit says as a request of its own, with its new photos. */
  async function makeNew(item: OutboxItem, listed: OptimisticRequest): Promise<void> {
    const { information } = item.input.body as { information: string };
    const { unit, unit_id, details } = listed;
    await change(
      {
        route: 'createMaintenance',
        input: {
          body: {
            information,
            ...(user.is_manager && unit_id ? { unit_id } : {}),
            ...saidDetails(typedDetails(details)),
          },
        },
        photos: item.photos,
        shown: { unit },
      },
      SUBMITTED,
    );
    await outbox.discard(item.id);
  }

  async function retry(item: OutboxItem): Promise<void> {
    setNotice(undefined);
    await outbox.retry(item.id);
  }

  async function discard(item: OutboxItem): Promise<void> {
    setNotice(undefined);
    await outbox.discard(item.id);
  }

  /** Follows what becomes of a notice of entry that was queued. */
  const followNotice = (id: string) => void follow(id, NOTICE_GIVEN);

  /** The id of what was marked complete last, while it can be undone; another one is another id. */
  const undoable = completed;
  const forgetUndo = () => setCompleted(undefined);
  return {
    ...{ save, cancel, complete, add, followNotice },
    ...{ undo, undoable, forgetUndo },
    ...{ keepMine, makeNew, retry, discard },
  };
}
