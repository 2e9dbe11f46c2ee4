import { useState } from 'react';
import type { Announcement } from '../../../contract/announcement.ts';
import { routes } from '../../../contract/routes.ts';
import { call, ApiError, Unreachable } from '../../call.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import type { Notice } from '../../ui/feedback/Notices.tsx';

/** What a manager does with announcements; each change needs a connection, and is made while the person waits. */
export function useAnnouncementChanges(refresh: () => Promise<void>) {
  const { withToken } = useDevice();
  const confirm = useConfirm();
  const [notice, setNotice] = useState<Notice>();

  /** Says that the form has saved one. */
  async function saved(): Promise<void> {
    await refresh();
    setNotice({ type: 'success', message: 'Announcement updated successfully!' });
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

  return { notice, setNotice, saved, decide, remove };
}

function isAnswer(error: unknown): error is ApiError | Unreachable {
  return error instanceof ApiError || error instanceof Unreachable;
}
