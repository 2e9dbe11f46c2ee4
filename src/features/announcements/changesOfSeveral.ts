import type { Announcement } from '../../../contract/announcements/announcement.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';

/** What is decided or deleted of several announcements at once. */
export function changesOfSeveral(
  changeSeveral: ReturnType<typeof useOnlineChange>['changeSeveral'],
  untick: (id: number) => void,
) {
  function onDecide(announcements: readonly Announcement[], status: 'approved' | 'rejected'): void {
    const count = announcements.length;
    const verb = status === 'approved' ? 'Approve' : 'Reject';
    void changeSeveral({
      route: 'setAnnouncementStatus',
      inputs: announcements.map(({ id }) => ({ params: { id: String(id) }, body: { status } })),
      question: {
        text: `${verb} ${postsText(count)}?`,
        confirmLabel: verb,
        danger: status === 'rejected',
      },
      onDone: (made) => announcements.slice(0, made).forEach(({ id }) => untick(id)),
      done: `${announcementsText(count)} ${status}.`,
      failed: (made, reason) =>
        `${made} of ${announcementsText(count)} ${status}. The next one failed: ${reason}`,
    });
  }

  function onDelete(announcements: readonly Announcement[]): void {
    const count = announcements.length;
    void changeSeveral({
      route: 'deleteAnnouncement',
      inputs: announcements.map(({ id }) => ({ params: { id: String(id) } })),
      question: {
        text: `Permanently delete ${postsText(count)}?`,
        confirmLabel: 'Delete',
        danger: true,
      },
      done: `${announcementsText(count)} deleted.`,
      failed: (made, reason) =>
        `${made} of ${announcementsText(count)} deleted. The next one failed: ${reason}`,
    });
  }

  return { onDecide, onDelete };
}

function postsText(count: number): string {
  return count === 1 ? 'this post' : `these ${count} posts`;
}

function announcementsText(count: number): string {
  return count === 1 ? '1 announcement' : `${count} announcements`;
}
