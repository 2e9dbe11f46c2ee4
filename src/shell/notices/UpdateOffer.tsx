import { useSyncExternalStore } from 'react';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { applyUpdate, onUpdate, updateWaits } from '../../browser/serviceWorker.ts';

/** Offers a new version of the app. It is activated only when the user agrees, so that open forms stay. */
export function UpdateOffer() {
  const waits = useSyncExternalStore(onUpdate, updateWaits);
  if (!waits) return <></>;
  return (
    <Banner
      className="mb-6"
      action={
        <Button variant="secondary" onClick={applyUpdate}>
          Update now
        </Button>
      }
    >
      A new version of Porchlight is ready. What you have written is kept.
    </Banner>
  );
}
