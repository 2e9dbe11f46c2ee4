import { useEffect, useState } from 'react';
import { persistStorage } from '../../browser/persistentStorage.ts';
import { takeLostCount, saveWaitingCount } from './storageLoss.ts';
import { storageRefused } from '../../offline/engine/storage/storageRefusal.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useHasDraft } from '../../offline/hooks/useDrafts.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';

/** Requests persistent storage while there are drafts or unsent changes, and reports changes that the browser deleted. */
export function StorageLossNotice() {
  const { userId } = useDevice();
  const { items } = useUnsent();
  const [lost, setLost] = useState<number>();
  const waiting = items?.length;

  useEffect(() => {
    let left = false;
    void takeLostCount(userId).then((count) => {
      if (!left) setLost(count);
    });
    return () => {
      left = true;
    };
  }, [userId]);

  // Stored only after the previous record was read.
  const read = lost !== undefined;
  useEffect(() => {
    if (!read || waiting === undefined) return;
    void saveWaitingCount(userId, waiting);
  }, [read, waiting, userId]);

  const hasDraft = useHasDraft(userId);
  const holdsWork = hasDraft || (waiting ?? 0) > 0;
  useEffect(() => {
    if (holdsWork && !storageRefused()) void persistStorage();
  }, [holdsWork]);

  if (!lost) return <></>;
  return (
    <Banner
      type="error"
      className="mb-6"
      action={
        <Button variant="secondary" onClick={() => setLost(0)}>
          I understand
        </Button>
      }
    >
      This browser cleared its storage, and {lost === 1 ? 'a change' : `${lost} changes`} that waited to be
      sent {lost === 1 ? 'was' : 'were'} lost with it. Please check what is listed here and enter it again.
    </Banner>
  );
}
