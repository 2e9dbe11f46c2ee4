import type { AskedReading } from '../../../../contract/utilities/sentReadings.ts';
import { useQueuedNotice } from '../../../forms/useQueuedNotice.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { SendReading } from './SendReading.tsx';

interface SendReadingsProps {
  /** The meter whose reading is being written; undefined while none is. */
  asked: AskedReading | undefined;
  onClose: () => void;
}

/** Sends the readings of a resident, and tells what became of each. */
export default function SendReadings({ asked, onClose }: SendReadingsProps) {
  const { submit } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  return (
    <>
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      {asked && (
        <SendReading
          asked={asked}
          onSubmit={async (change) => {
            const id = await submit(change);
            onClose();
            void follow(id, {
              sent: 'Thank you. Management looks at your reading.',
              refused: (reason) => reason,
            });
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}
