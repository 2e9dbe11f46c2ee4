import { useQueuedNotice } from '../../forms/useQueuedNotice.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import type { Change } from '../../offline/engine/outbox/outbox.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';

type Reading = 'readMeter' | 'readCommonMeter';

/** What waits on this device, and the one way in which a reading is queued; `notice` says what becomes of the last one. */
export function useReadingQueue() {
  const { notice, setNotice, follow } = useQueuedNotice();
  const { items, submit, revise } = useOutbox();

  /** Queues a reading, in place of the one that the server did not take. */
  async function save(change: Change<Reading>, refused: OutboxItem<Reading> | undefined): Promise<void> {
    const { input, shown, photos = [] } = change;
    const id = refused ? await revise(refused.id, { body: input.body, photos, shown }) : await submit(change);
    void follow(id, { sent: 'The reading was saved.', refused: (reason) => reason });
  }

  return { items, notice, setNotice, save };
}
