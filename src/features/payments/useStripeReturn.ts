import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** How long the provider's webhook usually takes, in milliseconds. */
const PROCESSING_TIME = 3_000;

/**
 * Handles the redirect back from the card provider, which names the payment in the URL. The callback gets the
 * provider's id of the payment, or null if none was made.
 */
export function useStripeReturn(onReturned: (payment: string | null) => Promise<void>) {
  const [address, setAddress] = useSearchParams();
  const [failed, setFailed] = useState(false);
  const processing = address.has('payment_intent_client_secret');

  const done = useEffectEvent(async () => {
    // "failed": the customer did not approve the payment on the bank's page.
    const refused = address.get('redirect_status') === 'failed';
    await onReturned(refused ? null : address.get('payment_intent'));
    setFailed(refused);
    setAddress({}, { replace: true });
  });
  useEffect(() => {
    if (!processing) return;
    const timer = setTimeout(() => void done(), PROCESSING_TIME);
    return () => clearTimeout(timer);
  }, [processing]);

  return { processing, failed, forget: () => setFailed(false) };
}
