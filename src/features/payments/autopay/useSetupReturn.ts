import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Handles the redirect back from a bank that was asked whether a card may be stored, which names the set-up in the URL. */
export function useSetupReturn(onReturned: () => Promise<void>) {
  const [address, setAddress] = useSearchParams();
  // The redirect reloaded the page.
  const [failed] = useState(address.get('redirect_status') === 'failed');
  const processing = address.has('setup_intent_client_secret');

  const done = useEffectEvent(async () => {
    if (!failed) await onReturned();
    setAddress({}, { replace: true });
  });
  useEffect(() => {
    if (processing) void done();
  }, [processing]);

  return { processing, failed };
}
