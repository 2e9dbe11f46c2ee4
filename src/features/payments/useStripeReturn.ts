import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** In milliseconds: what the provider needs to tell Porchlight of the payment, most of the time. */
const PROCESSING_TIME = 3_000;

/**
 * The way back from the card provider, which names the payment in the address. What is done on it is told the
 * provider's id of the payment that was made; null where none was.
 */
export function useStripeReturn(onReturned: (payment: string | null) => Promise<void>) {
  const [address, setAddress] = useSearchParams();
  const [failed, setFailed] = useState(false);
  const processing = address.has('payment_intent_client_secret');

  const done = useEffectEvent(async () => {
    // The provider says "failed" where the bank's page was left without the customer's consent.
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
