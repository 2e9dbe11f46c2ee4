import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementsOptionsClientSecret } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react';
import { toCents } from '../../../contract/values/money.ts';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';
import { ApiError, isUnreached, Unreachable } from '../../api/call.ts';
import { currentConnection, onConnectionChange } from '../../api/connection.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { stripeAppearance } from './stripeAppearance.ts';
import { confirmPayment, UNEXPECTED, type NotConfirmed } from './confirmPayment.ts';
import { useNonModalDialog } from './useNonModalDialog.ts';
import { MAY_HAVE_PAID, NEEDS_CONNECTION } from './messages.ts';
import { useBusy } from '../../ui/forms/useBusy.ts';

/** After this time, in milliseconds, a payment without a result may be closed, with a warning. */
const PATIENCE = 30_000;
const FORM = 'checkout';

interface CheckoutProps {
  started: PaymentStarted;
  stripe: Stripe;
  /** Whether the balance changed while the checkout was open. */
  changed: boolean;
  /** Whether the address says that the checkout is open; going back takes it out. */
  inAddress: boolean;
  /** Resolves to whether the shown amount is still the balance; if not, the checkout restarts with the new one. */
  stillDue: () => Promise<boolean>;
  /** `mayHavePaid`: the card may have been charged. */
  onClose: (left: { mayHavePaid: boolean }) => void;
}

/** The dialog with the card form. Card data goes to the card provider alone. */
export function Checkout({ started, stripe, ...rest }: CheckoutProps) {
  // Stable, since the provider refuses options that change while its form is open.
  const [options] = useState<StripeElementsOptionsClientSecret>(() => ({
    clientSecret: started.clientSecret,
    appearance: stripeAppearance(),
  }));
  return (
    <Elements stripe={stripe} options={options}>
      <CardForm amount={started.amount} {...rest} />
    </Elements>
  );
}

interface CardFormProps extends Omit<CheckoutProps, 'started' | 'stripe'> {
  /** Dollars. */
  amount: number;
}

function CardForm({ amount, changed, inAddress, stillDue, onClose }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const form = useRef<HTMLFormElement>(null);
  const pay = useRef<HTMLButtonElement>(null);
  const [ready, setReady] = useState(false);
  const { busy, run } = useBusy();
  const [slow, setSlow] = useState(false);
  const [failure, setFailure] = useState<NotConfirmed>();
  const online = useSyncExternalStore(onConnectionChange, currentConnection) === 'online';
  const resultUnknown = failure?.mayHavePaid ?? false;
  useNonModalDialog(form, busy);

  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [busy]);

  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (!busy && (changed || failure) && !failure?.atField) pay.current?.focus();
  }, [busy, changed, failure]);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!stripe || !elements || busy || resultUnknown) return;
    setSlow(false);
    setFailure(undefined);
    setFailure(await run(() => charge(stripe, elements)));
  }

  /** Pays the shown amount, and no other. */
  async function charge(...[provider, card]: Parameters<typeof confirmPayment>) {
    try {
      if (await stillDue()) return await confirmPayment(provider, card);
      await card.fetchUpdates();
      return undefined;
    } catch (error) {
      return { message: startErrorMessage(error), mayHavePaid: false, unreached: isUnreached(error) };
    }
  }

  function leave(): void {
    if (!busy || slow) onClose({ mayHavePaid: busy || resultUnknown });
  }

  const goBack = useEffectEvent(leave);
  const wasInAddress = useRef(inAddress);
  useEffect(() => {
    if (wasInAddress.current && !inAddress) goBack();
    wasInAddress.current = inAddress;
  }, [inAddress]);

  return (
    <>
      {busy && <div aria-hidden className="fixed inset-0 z-40 bg-scrim" />}
      <Modal
        title="Make a payment"
        size="small"
        onClose={leave}
        footer={
          <>
            <Button variant="secondary" disabled={busy && !slow} onClick={leave}>
              Back
            </Button>
            <Button
              ref={pay}
              type="submit"
              form={FORM}
              disabled={!ready || resultUnknown}
              busy={busy}
              busyLabel="Processing..."
            >
              Pay now
            </Button>
          </>
        }
      >
        <form
          id={FORM}
          ref={form}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="flex flex-col gap-5"
        >
          <p className="flex items-baseline justify-between gap-4 rounded-control bg-sunken px-4 py-3">
            <span className="text-muted">Amount to pay</span>
            <Money cents={toCents(amount)} className="text-xl font-bold" />
          </p>
          {changed && (
            <Banner type="warning">
              Your balance has changed. This is what is due now; nothing was charged yet.
            </Banner>
          )}
          {!ready && !failure && <Loading cards={1} />}
          <PaymentElement
            onReady={() => setReady(true)}
            onLoadError={() => setFailure({ message: UNEXPECTED, mayHavePaid: false })}
          />
          {failure &&
            (failure.unreached && online ? (
              <Banner>The connection is back. Nothing was charged yet.</Banner>
            ) : (
              <Banner type="error">
                {failure.message} {resultUnknown && MAY_HAVE_PAID}
              </Banner>
            ))}
          {busy && slow && <Banner type="warning">This takes longer than usual. {MAY_HAVE_PAID}</Banner>}
          <p className="text-sm text-muted">
            What you enter goes straight to the card provider. Porchlight never sees the number.
          </p>
        </form>
      </Modal>
    </>
  );
}

/** The message when the server could not be asked for the balance. */
function startErrorMessage(error: unknown): string {
  if (error instanceof Unreachable) return NEEDS_CONNECTION;
  return error instanceof ApiError ? error.message : UNEXPECTED;
}
