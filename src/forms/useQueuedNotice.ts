import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import {
  findOutcome,
  waitForOutcome,
  type ItemOutcome,
  type SendOutcome,
} from '../offline/engine/outbox/outcomes.ts';
import { storageRefused } from '../offline/engine/storage/storageRefusal.ts';
import { useOnline } from '../offline/hooks/useOnline.ts';
import { momentText } from '../ui/data/Time.tsx';
import type { Notice } from '../ui/feedback/Notices.tsx';

/** What is said of a queued change once it is known. */
export interface OutcomeMessages {
  sent: string;
  /** Given the server's reason. */
  refused: (reason: string) => string;
}

interface FollowedItem {
  id: string;
  messages: OutcomeMessages;
}

interface QueuedNotice {
  notice: Notice | undefined;
  setNotice: (notice: Notice | undefined) => void;
  /** Shows what becomes of an item. Resolves to its outcome within ten seconds, and goes on following it. */
  follow: (id: string, messages: OutcomeMessages) => Promise<SendOutcome>;
}

const OFFLINE = 'It will be sent when you are back online.';
const AFTER_ANOTHER = 'It will be sent after what it is for, which is unsent too.';
const SIGNED_OUT = 'It will be sent once you have signed in.';
const BUSY = 'The server is busy, so it will be sent in a moment.';

/** What an unsent change waits for, and whether it is safe meanwhile. */
function unsent(until: string): Notice {
  const saved = storageRefused() ? 'Keep Porchlight open, since this is unsent.' : 'Saved on this device.';
  return { type: 'info', message: `${saved} ${until}` };
}

const quotaUntil = (time: Date) =>
  `You have sent many changes, so the server takes this one at ${momentText(time)}.`;

/** The notice about the last change of a screen, which follows a queued change until it is sent, refused or discarded. */
export function useQueuedNotice(): QueuedNotice {
  const online = useOnline();
  const [notice, setNotice] = useState<Notice>();
  const [followed, setFollowed] = useState<FollowedItem>();
  const outcome = useOutcome(followed?.id);

  function show(next: Notice | undefined): void {
    setFollowed(undefined);
    setNotice(next);
  }

  return {
    notice: followed ? noticeOf(outcome, followed.messages, online) : notice,
    setNotice: show,
    async follow(id, messages) {
      show(undefined);
      const first = await waitForOutcome(id);
      setFollowed({ id, messages });
      return first;
    },
  };
}

/** The outcome of an item. Without one nothing is observed, so that no work of the device draws the screen. */
function useOutcome(id: string | undefined): ItemOutcome | undefined {
  const [outcome, setOutcome] = useState<{ id: string; is: ItemOutcome | undefined }>();
  useEffect(() => {
    if (id === undefined) return;
    const subscription = liveQuery(() => findOutcome(id)).subscribe({
      next: (is) => setOutcome({ id, is }),
      error: (error) =>
        setOutcome(() => {
          throw error;
        }),
    });
    return () => subscription.unsubscribe();
  }, [id]);
  return outcome && outcome.id === id ? outcome.is : undefined;
}

function noticeOf(
  outcome: ItemOutcome | undefined,
  { sent, refused }: OutcomeMessages,
  online: boolean,
): Notice | undefined {
  switch (outcome?.type) {
    case 'waiting':
      return unsent(OFFLINE);
    case 'busy':
      return unsent(online ? BUSY : OFFLINE);
    case 'waiting for another':
      return unsent(online ? AFTER_ANOTHER : OFFLINE);
    case 'over quota':
      return unsent(quotaUntil(new Date(outcome.until)));
    case 'refused on the way':
      return unsent(outcome.reason);
    case 'waiting for sign-in':
      return unsent(SIGNED_OUT);
    case 'sent':
      return { type: 'success', message: sent };
    case 'refused':
      return { type: 'error', message: refused(outcome.reason) };
    default:
      return undefined;
  }
}
