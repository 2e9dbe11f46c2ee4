import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useInstall } from '../install/useInstall.tsx';
import { installOfferIsDue } from '../offline/subjects/installOffer.ts';
import { pushOfferIsDue, recordPushOffer } from '../offline/subjects/push/pushChoice.ts';
import { useSharedLiveQuery } from '../offline/hooks/useSharedLiveQuery.ts';
import { useUser } from '../session/session.tsx';
import { Banner } from '../ui/feedback/Banner.tsx';
import { Button } from '../ui/forms/Button.tsx';
import { Card } from '../ui/layout/Card.tsx';
import { usePush } from './usePush.ts';

/** Offers notifications once, after the first thing that was sent or paid here, and after the offer to install. */
export function PushOffer({ onShown }: { onShown: () => void }) {
  const due = useLiveQuery(pushOfferIsDue) ?? false;
  const installDue = useSharedLiveQuery('install offer is due', installOfferIsDue);
  const { way } = useInstall();
  const [wasDue, setWasDue] = useState(false);
  const installFirst = installDue !== false && (way === 'prompt' || way === 'ios-steps');
  if (due && !installFirst && !wasDue) setWasDue(true);
  // What it takes is asked of the server only where something will be offered.
  return wasDue ? <DueOffer due={due} onShown={onShown} /> : <></>;
}

function DueOffer({ due, onShown }: { due: boolean; onShown: () => void }) {
  const { is_manager } = useUser();
  const { state, turnOn, busy, problem } = usePush();
  const [open, setOpen] = useState(false);
  const [answered, setAnswered] = useState(false);
  // It stays until it is answered, although it is not due any more once it was shown.
  if (due && state === 'off' && !open) setOpen(true);
  useEffect(() => {
    if (!open) return;
    onShown();
    void recordPushOffer();
  }, [open, onShown]);

  if (!open || answered) return <></>;
  if (state === 'on') {
    return (
      <Banner type="success" className="mb-6">
        Notifications are on. You can change them at any time under Profile.
      </Banner>
    );
  }
  if (state !== 'off') return <></>;
  return (
    <Card tone="amber" title="Hear about it on this device" className="mb-6">
      <p>
        Porchlight tells you when{' '}
        {is_manager
          ? 'a request comes in, a suggestion waits for review or a payment fails'
          : 'your request is completed, your payment has arrived or rent is due soon'}
        , without your looking. You choose what, and nights are quiet.
      </p>
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyLabel="Turning on..." onClick={turnOn}>
          Turn on notifications
        </Button>
        <Button variant="quiet" onClick={() => setAnswered(true)}>
          Not now
        </Button>
      </div>
    </Card>
  );
}
