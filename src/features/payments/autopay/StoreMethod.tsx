import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeElementsOptionsClientSecret } from '@stripe/stripe-js';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import type { AutopaySetup } from '../../../../contract/payments/autopay.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Modal } from '../../../ui/layout/Modal.tsx';
import { UNEXPECTED } from '../confirmPayment.ts';
import { stripeAppearance } from '../stripeAppearance.ts';
import { useNonModalDialog } from '../useNonModalDialog.ts';
import { useBusy } from '../../../ui/forms/useBusy.ts';

interface StoreMethodProps {
  setup: AutopaySetup;
  stripe: Stripe;
  onStored: () => Promise<void>;
  onClose: () => void;
}

/** The dialog in which a card or bank account is stored. Its number goes to the card provider alone. */
export function StoreMethod({ setup, stripe, ...rest }: StoreMethodProps) {
  // Stable, since the provider refuses options that change while its form is open.
  const [options] = useState<StripeElementsOptionsClientSecret>(() => ({
    clientSecret: setup.clientSecret,
    appearance: stripeAppearance(),
  }));
  return (
    <Elements stripe={stripe} options={options}>
      <MethodForm {...rest} />
    </Elements>
  );
}

function MethodForm({ onStored, onClose }: Omit<StoreMethodProps, 'setup' | 'stripe'>) {
  const stripe = useStripe();
  const elements = useElements();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [ready, setReady] = useState(false);
  const { busy, run } = useBusy();
  const [failure, setFailure] = useState<string>();
  useNonModalDialog(form, busy);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!stripe || !elements || busy) return;
    setFailure(undefined);
    setFailure(await run(() => store(stripe, elements)));
  }

  /** Resolves to why it was not stored, in words. */
  async function store(stripe: Stripe, elements: StripeElements): Promise<string | undefined> {
    const return_url = new URL('/payments/autopay', window.location.href).href;
    try {
      const { error } = await stripe.confirmSetup({
        elements,
        confirmParams: { return_url },
        redirect: 'if_required',
      });
      if (error) {
        const forThePerson = error.type === 'card_error' || error.type === 'validation_error';
        return (forThePerson && error.message) || UNEXPECTED;
      }
      await onStored();
      return undefined;
    } catch {
      return UNEXPECTED;
    }
  }

  function leave(): void {
    if (!busy) onClose();
  }
  return (
    <>
      {busy && <div aria-hidden className="fixed inset-0 z-40 bg-scrim" />}
      <Modal
        title="Store a card or bank account"
        size="small"
        onClose={leave}
        footer={
          <>
            <Button variant="secondary" disabled={busy} onClick={leave}>
              Back
            </Button>
            <Button type="submit" form={id} disabled={!ready} busy={busy} busyLabel="Storing...">
              Turn on autopay
            </Button>
          </>
        }
      >
        <form
          id={id}
          ref={form}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="flex flex-col gap-5"
        >
          <p>Nothing is charged now.</p>
          {!ready && !failure && <Loading cards={1} />}
          <PaymentElement onReady={() => setReady(true)} onLoadError={() => setFailure(UNEXPECTED)} />
          {failure && <Banner type="error">{failure}</Banner>}
          <p className="text-sm text-muted">
            What you enter goes straight to the card provider. Porchlight never sees the number.
          </p>
        </form>
      </Modal>
    </>
  );
}
