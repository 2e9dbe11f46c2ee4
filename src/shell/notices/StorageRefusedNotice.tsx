import { useEffect, useState, useSyncExternalStore } from 'react';
import { onStorageRefused, storageRefused } from '../../offline/engine/storage/storageRefusal.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';

/** Whether the notice was read, for as long as the page is open. */
let understood = false;

/** Says once that the browser stores nothing, and has it ask before the page is closed with something unsent. */
export function StorageRefusedNotice() {
  const refused = useSyncExternalStore(onStorageRefused, storageRefused);
  const { items = [] } = useUnsent();
  const [dismissed, setDismissed] = useState(understood);
  const atRisk = refused && items.length > 0;

  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [atRisk]);

  if (!refused || dismissed) return <></>;
  return (
    <Banner
      type="warning"
      className="mb-6"
      action={
        <Button
          variant="secondary"
          onClick={() => {
            understood = true;
            setDismissed(true);
          }}
        >
          I understand
        </Button>
      }
    >
      This browser does not let Porchlight keep anything on this device. With a connection everything works;
      what is unsent when you close Porchlight is lost.
    </Banner>
  );
}
