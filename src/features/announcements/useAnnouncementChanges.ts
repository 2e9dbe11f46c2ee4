import { useState } from 'react';
import type { Announcement } from '../../../contract/announcement.ts';
import type { Fields } from '../../../contract/failure.ts';
import type { Input } from '../../../contract/route.ts';
import { routes } from '../../../contract/routes.ts';
import { call, Refused, Unreachable } from '../../call.ts';
import { useDevice } from '../../offline/device.ts';
import { useConfirm } from '../../ui/Confirm.tsx';
import type { Notice } from '../../ui/Notices.tsx';

export type AnnouncementInput = Input<typeof routes.createAnnouncement>['body'];

export interface SaveProblem {
  message: string | undefined;
  /** What is wrong at each field. */
  fields: Fields;
}

/** What a manager does with announcements; each change needs a connection, and is made while the person waits. */
export function useAnnouncementChanges(refresh: () => Promise<void>) {
  const { withToken } = useDevice();
  const confirm = useConfirm();
  const [notice, setNotice] = useState<Notice>();

  async function save(
    announcement: Announcement | undefined,
    body: AnnouncementInput,
    idempotencyKey: string,
  ): Promise<SaveProblem | undefined> {
    setNotice(undefined);
    try {
      await withToken((token) =>
        announcement
          ? call(
              routes.updateAnnouncement,
              { params: { id: String(announcement.id) }, body },
              { token, idempotencyKey },
            )
          : call(routes.createAnnouncement, { body }, { token, idempotencyKey }),
      );
    } catch (error) {
      return problemOf(error);
    }
    await refresh();
    setNotice({ type: 'success', message: 'Announcement updated successfully!' });
    return undefined;
  }

  /** Tells whether the person meant it; what became of it is told by the notice. */
  async function decide({ id }: Announcement, status: 'approved' | 'rejected'): Promise<boolean> {
    const sure = await confirm({
      text: `Are you sure you want to ${status} this post?`,
      confirmLabel: status === 'approved' ? 'Approve' : 'Reject',
      danger: status === 'rejected',
    });
    if (!sure) return false;
    const input = { params: { id: String(id) }, body: { status } };
    return change(
      (token) => call(routes.setAnnouncementStatus, input, { token }),
      `Announcement ${status} successfully!`,
      `Failed to ${status} announcement`,
    );
  }

  /** The same. */
  async function remove({ id }: Announcement): Promise<boolean> {
    const sure = await confirm({
      text: 'Are you sure you want to permanently delete this post?',
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!sure) return false;
    return change(
      (token) => call(routes.deleteAnnouncement, { params: { id: String(id) } }, { token }),
      'Announcement deleted successfully!',
      'Failed to delete announcement',
    );
  }

  async function change(
    send: (token: string) => Promise<unknown>,
    done: string,
    failed: string,
  ): Promise<true> {
    setNotice(undefined);
    let outcome: Notice = { type: 'success', message: done };
    try {
      await withToken(send);
    } catch (error) {
      if (!isAnswer(error)) throw error;
      outcome = { type: 'error', message: `${failed}: ${error.message}` };
    }
    // Also after a refusal, which mostly means that another manager was first.
    await refresh();
    setNotice(outcome);
    return true;
  }

  return { notice, setNotice, save, decide, remove };
}

function isAnswer(error: unknown): error is Refused | Unreachable {
  return error instanceof Refused || error instanceof Unreachable;
}

const UNSAVED = 'An error occurred while saving.';

function problemOf(error: unknown): SaveProblem {
  if (error instanceof Unreachable) {
    return { message: `${UNSAVED} ${error.message} What you wrote is kept on this device.`, fields: {} };
  }
  if (!(error instanceof Refused)) {
    console.error(error);
    return { message: UNSAVED, fields: {} };
  }
  const { fields = {} } = error.failure;
  // What is said at its field need not be said twice.
  if (Object.keys(fields).length > 0) return { message: undefined, fields };
  return { message: error.message || UNSAVED, fields };
}
