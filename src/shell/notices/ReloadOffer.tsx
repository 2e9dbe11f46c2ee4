import { useSyncExternalStore } from 'react';
import { goOnWithout, onPartGone, PART_GONE, partGone } from '../../browser/loadPart.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ReloadButton } from '../../ui/forms/ReloadButton.tsx';

/** Offers to reload the page where a part of the app is gone, over every screen, wherever the person scrolled to. */
export function ReloadOffer() {
  const gone = useSyncExternalStore(onPartGone, partGone, () => false);
  if (!gone) return <></>;
  return (
    <div className="fixed inset-x-4 bottom-[calc(5rem+var(--foot))] z-40 mx-auto max-w-2xl print:hidden">
      <Banner
        type="error"
        className="shadow-card"
        action={
          <>
            <ReloadButton />
            <Button variant="quiet" onClick={goOnWithout}>
              Later
            </Button>
          </>
        }
      >
        {PART_GONE}
      </Banner>
    </div>
  );
}
