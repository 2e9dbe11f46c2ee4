import { useQueuedNotice, type OutcomeMessages } from '../../forms/useQueuedNotice.ts';
import { isPublished, type Announcement } from '../../../contract/announcements/announcement.ts';
import type { User } from '../../../contract/users/user.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import type { DraftVersion } from '../../offline/engine/drafts.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { withoutQueued } from '../../offline/engine/outbox/itemState.ts';
import { findItem } from '../../offline/engine/outbox/unsentItems.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { useUser } from '../../session/session.tsx';
import { now } from '../../browser/clock.ts';

/** How many announcements the board shows. */
const BOARD_LENGTH = 15;
export const SUGGESTION_DRAFT = 'suggest-announcement';
const SUBMITTED: OutcomeMessages = {
  sent: 'Your announcement has been submitted for review!',
  refused: (reason) => reason,
};

/** The published announcements, and the user's own suggestions, sent or not. */
export function useBoard() {
  const user = useUser();
  const cached = useCachedQuery('listAnnouncements', {});
  const outbox = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { shared, own } = splitByBoard(withoutQueued(cached.data ?? [], outbox.items ?? []), user, now());
  const unsent = outbox.items?.filter(({ route }) => route === 'submitAnnouncement') ?? [];

  /**
   * Queues a suggestion, or edits an unsent one. Returns the item if the server refused it.
   * @throws {Error} with a message for the user, if it could not be stored on this device
   */
  async function suggest(
    announcement: string,
    draft: DraftVersion,
    item?: OutboxItem,
  ): Promise<OutboxItem | undefined> {
    setNotice(undefined);
    const body = { announcement, announcement_type: 'General' } as const;
    const id = item
      ? await outbox.revise(item.id, { body, photos: [] })
      : await outbox.submit({
          route: 'submitAnnouncement',
          input: { body },
          draft,
        });
    if ((await follow(id, SUBMITTED)) === 'refused') {
      setNotice(undefined);
      return findItem(id);
    }
    return undefined;
  }

  return { ...cached, shared, own, unsent, outbox, notice, setNotice, suggest };
}

/** Splits announcements into those on the board and the user's own that are not. */
function splitByBoard(announcements: readonly Announcement[], user: User, now: Date) {
  const isShared = (each: Announcement) =>
    // The server sends a resident only published announcements of others, by its own clock.
    user.is_manager || each.user_id === user.id ? isPublished(each, now) : each.status === 'approved';
  return {
    shared: announcements.filter(isShared).slice(0, BOARD_LENGTH),
    own: announcements.filter(
      (each) =>
        each.user_id === user.id && !isShared(each) && !(user.is_manager && each.status === 'approved'),
    ),
  };
}
