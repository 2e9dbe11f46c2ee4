import { useQueuedNotice } from '../../forms/useQueuedNotice.ts';
import type { UtilityBillEntry } from '../../../contract/utilities/utilityBills.ts';
import { queueBills, withdrawBills, type ShownBills } from '../../offline/subjects/bills.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import type { Notice } from '../../ui/feedback/Notices.tsx';
import type { ReadingStore } from './readingStore.ts';
import { NOTHING } from './parseReading.ts';

/** The unsent bills, and the actions on bills. */
export function useBills(readings: ReadingStore | undefined) {
  const { userId, requestReplay } = useDevice();
  const { items, sending, revise, retry, discard } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();

  /** Has bills sent that are saved on this device. */
  async function send(id: string, count: number): Promise<void> {
    void requestReplay({ eager: false });
    await follow(id, {
      sent: `Successfully created ${count} utility bill(s)!`,
      refused: (reason) => failed(reason).message,
    });
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setNotice(undefined);
    try {
      await work();
    } catch (error) {
      setNotice(failed(error instanceof Error ? error.message : String(error)));
    }
  }

  return {
    items: items?.filter((item) => item.route === 'createUtilityBills') ?? [],
    sending,
    notice,
    setNotice,
    post: (entries: UtilityBillEntry[], shown: ShownBills) =>
      attempt(async () => {
        await readings?.saved();
        const item = await queueBills(userId, entries, shown);
        for (const { unit_id } of shown.bills) readings?.put(unit_id, NOTHING);
        await send(item.id, entries.length);
      }),
    revise: ({ id, photos }: OutboxItem, entries: UtilityBillEntry[], shown: ShownBills) =>
      attempt(async () => {
        await revise(id, { body: entries, photos, shown });
        await send(id, entries.length);
      }),
    retry: ({ id, input }: OutboxItem<'createUtilityBills'>) =>
      attempt(async () => {
        await retry(id);
        await send(id, input.body.length);
      }),
    /** For a conflict that leaves no bill to post. */
    drop: ({ id }: OutboxItem) =>
      attempt(async () => {
        await discard(id);
      }),
    withdraw: ({ id }: OutboxItem) =>
      attempt(async () => {
        const back = await withdrawBills(id);
        for (const { unit_id, typed } of back) readings?.put(unit_id, typed);
        setNotice({
          type: 'info',
          message: 'Withdrawn. Nothing was posted, and the readings are below again.',
        });
      }),
  };
}

export type Bills = ReturnType<typeof useBills>;

function failed(message: string): Notice {
  return { type: 'error', message: `Failed to create utility bills: ${message}` };
}
