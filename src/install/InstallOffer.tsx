import { useContext, useEffect, useState } from 'react';
import { installOfferIsDue, recordInstallOffer } from '../offline/subjects/installOffer.ts';
import { useUnsent } from '../offline/hooks/useUnsent.ts';
import { useSharedLiveQuery } from '../offline/hooks/useSharedLiveQuery.ts';
import { Button } from '../ui/forms/Button.tsx';
import { BrandContext } from '../ui/layout/brand.ts';
import { Card } from '../ui/layout/Card.tsx';
import { useInstall } from './useInstall.tsx';

/**
 * Offers once to install the app, after it did something of value here. Never while something is unsent: on iOS the
 * installed app has a storage of its own, in which that would be missing.
 */
export function InstallOffer({ onShown }: { onShown: () => void }) {
  const due = useSharedLiveQuery('install offer is due', installOfferIsDue);
  const { items } = useUnsent();
  const { name } = useContext(BrandContext);
  const [open, setOpen] = useState(false);
  const [answered, setAnswered] = useState(false);
  const { way, install, steps } = useInstall(() => setAnswered(true));
  const possible = (way === 'prompt' || way === 'ios-steps') && items?.length === 0;
  const offer = due === true && possible;
  // It stays until it is answered, although it is not due any more once it was shown.
  if (offer && !open) setOpen(true);
  useEffect(() => {
    if (!open) return;
    onShown();
    void recordInstallOffer();
  }, [open, onShown]);

  if (!open || !possible || answered) return steps;
  return (
    <>
      <Card tone="amber" title={`Keep ${name ?? 'Porchlight'} on your home screen`} className="mb-6">
        <p>It then opens without a signal, in its own window.</p>
        <div className="flex flex-wrap gap-3">
          <Button
            onClick={() => {
              install();
              if (way === 'prompt') setAnswered(true);
            }}
          >
            {way === 'prompt' ? 'Install' : 'Show me how'}
          </Button>
          <Button variant="quiet" onClick={() => setAnswered(true)}>
            Not now
          </Button>
        </div>
      </Card>
      {steps}
    </>
  );
}
