import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** In milliseconds: what the provider needs to tell Porchlight of the payment, most of the time. */
const PROCESSING_TIME = 3_000;

/** The way back from the card provider, which names the payment in the address. */
export function useReturn(onReturned: () => void) {
  const [address, setAddress] = useSearchParams();
  const [failed, setFailed] = useState(false);
  const processing = address.has('payment_intent_client_secret');

  const done = useEffectEvent(() => {
    // The provider says "failed" where the bank's page was left without the customer's consent.
    setFailed(address.get('redirect_status') === 'failed');
    setAddress({}, { replace: true });
    onReturned();
  });
  useEffect(() => {
    if (!processing) return;
    const timer = setTimeout(() => done(), PROCESSING_TIME);
    return () => clearTimeout(timer);
  }, [processing]);

  return { processing, failed, forget: () => setFailed(false) };
}
