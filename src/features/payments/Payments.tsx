import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toDollars } from '../../../contract/values/money.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { owedByHome } from '../../../contract/leases/homeAccount.ts';
import { paymentPolicyOf } from '../../../contract/leases/paymentPolicy.ts';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useAsOf, useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useUser } from '../../session/session.tsx';
import { sharedHome } from '../../subjects/leases/sharedHome.ts';
import { ownOwed } from '../../subjects/payments/ownOwed.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Account } from './Account.tsx';
import { DoubtNotice } from './DoubtNotice.tsx';
import { PayPart } from './PayPart.tsx';
import { useSettled } from './useSettled.ts';
import { useCheckout } from './useCheckout.ts';
import { usePayments } from './usePayments.ts';
import { useReceivedToast } from './useReceivedToast.ts';
import { useStripeReturn } from './useStripeReturn.ts';
import { nowMs } from '../../browser/clock.ts';

/** How often the server asks the provider at most, in milliseconds; an earlier answer may be outdated. */
const PROVIDER_ASKED = 5_000;

/** What the address contains while the checkout is open, so that going back closes it. */
const CHECKOUT = 'checkout';

/** What it contains while the person says how much they pay. */
const PART = 'part';

/** `/payments`: the balance, the checkout and the latest entries. */
export default function Payments() {
  const [doubt, setDoubt] = useState<Doubt>();
  const payments = usePayments({ watch: doubt !== undefined && !doubt.checked });
  const { transactions, underWay, processing } = payments;
  const leasesRead = useCachedQuery('listMyLeases', {});
  const { data: ownLeases = [] } = leasesRead;
  const autopay = useCachedQuery('readAutopay', {});
  const shown = useSettled(payments.settled && !leasesRead.isPending && !autopay.isPending);
  const leasesAsOf = useAsOf(leasesRead);
  const policy = paymentPolicyOf(
    ownLeases.filter(({ billed }) => billed),
    isoDay(),
  );
  const shared = sharedHome(ownLeases);
  /** What the home owes, where it is what is paid: nothing is owed oneself. */
  const payHome = (history: readonly Transaction[]) =>
    shared && balanceOf(history) <= 0 ? owedByHome(shared) : undefined;
  /** What is paid of the balance, once it was typed. */
  const [part, setPart] = useState('');
  const back = useStripeReturn((payment) => (payment ? awaitPayment(payment) : payments.refresh()));
  // Until then the screen shows only that it is loading.
  const received = [
    ...(transactions ?? []).map(({ card, amount }) => ({ payment: card?.payment, amount })),
    ...(shared?.home.entries ?? []),
  ];
  const expectPayment = useReceivedToast(back.processing ? [] : received, underWay);
  if (doubt && !doubt.checked && payments.knownSince(doubt.at + PROVIDER_ASKED)) {
    setDoubt({ ...doubt, checked: true });
  }
  const known = [...underWay.map(({ id }) => id), ...received.map(({ payment }) => payment)];
  const open = doubt && !known.includes(doubt.payment) ? doubt : undefined;
  const unchecked = open?.checked === false;

  /** After a payment that may have been made. */
  async function awaitPayment(payment: string): Promise<void> {
    expectPayment(payment);
    setDoubt({ payment, at: nowMs(), checked: false });
    await payments.refresh();
  }

  /** Before another payment. */
  function forgetLast(): void {
    back.forget();
    setDoubt(undefined);
  }

  const dialog = useDialogAddress();
  const inAddress = dialog.address.has(CHECKOUT);
  const { starting, checkout, refused, start, startPart, stillDue, close } = useCheckout({
    refresh: () => Promise.all([payments.refresh(), leasesRead.refresh()]),
    onOpen: () => dialog.open({ [CHECKOUT]: '1' }),
  });
  const opener = useFocusAfter(checkout !== undefined);
  // It was closed, or the page was reloaded.
  useOnceTrue(inAddress && !checkout && !starting, dialog.close);

  return (
    <>
      <PageHeading title="Payments" description={<AccountName />} />
      {back.processing ? (
        <Processing />
      ) : (
        <Loaded
          query={{ ...payments, data: shown ? transactions : undefined }}
          failed="Unable to load your account history"
          loading={<Loading cards={2} />}
          children={(history) => (
            <div className="flex flex-col gap-6">
              {back.failed && (
                <Banner type="error">The payment was not approved. Nothing was charged.</Banner>
              )}
              {refused && <Banner type="error">{refused}</Banner>}
              <DoubtNotice
                unchecked={unchecked}
                checked={
                  open?.checked === true &&
                  (payHome(history)?.balance ?? balanceOf(history)) > 0 &&
                  underWay.length === 0
                }
                onCheck={() => void payments.refresh()}
              />
              <Account
                {...{ history, payments, ownLeases, shared, leasesAsOf, policy }}
                busy={starting}
                // A payment that waits for authentication can be restarted with any card, since it stays the same payment.
                blocked={checkout !== undefined || unchecked}
                buttonRef={opener}
                onPay={() => {
                  forgetLast();
                  start();
                }}
                onPayPart={() => dialog.open({ [PART]: '1' })}
                onPayShare={(cents) => {
                  forgetLast();
                  startPart(toDollars(cents));
                }}
              />
              {dialog.address.has(PART) && !checkout && (
                <PayPart
                  owed={
                    payHome(history) ?? ownOwed(history, { leases: ownLeases, ownProcessing: processing })
                  }
                  ofHome={payHome(history) !== undefined}
                  part={part}
                  onStarted={(started) => {
                    setPart(String(started.amount));
                    dialog.close();
                    forgetLast();
                    startPart(started);
                  }}
                  onClose={dialog.close}
                />
              )}
            </div>
          )}
        />
      )}
      {checkout && (
        <checkout.Checkout
          // A new payment needs a new form of the provider.
          key={checkout.started.clientSecret}
          started={checkout.started}
          stripe={checkout.stripe}
          changed={checkout.changed}
          inAddress={inAddress}
          stillDue={stillDue}
          onClose={({ mayHavePaid }) => {
            close();
            if (mayHavePaid) setPart('');
            if (mayHavePaid) void awaitPayment(paymentOf(checkout.started));
          }}
        />
      )}
    </>
  );
}

/** A payment whose result is unknown. */
interface Doubt {
  /** The provider's id. */
  payment: string;
  /** When the checkout was closed, in milliseconds since the epoch. */
  at: number;
  /** Whether the server has asked the provider since. */
  checked: boolean;
}

/** The provider's id of a payment, which is the beginning of its client secret. */
function paymentOf({ clientSecret }: PaymentStarted): string {
  return clientSecret.split('_secret_')[0] ?? clientSecret;
}

function AccountName() {
  const { first_name, unit_number } = useUser();
  return <>{unit_number ? `${first_name}, unit ${unit_number}` : first_name}</>;
}

function Processing() {
  return (
    <div
      role="status"
      className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-5 py-16 text-center shadow-card"
    >
      <span aria-hidden className="size-4 rounded-full bg-accent motion-safe:animate-breathe" />
      <p className="text-lg font-semibold">Processing your payment, please wait...</p>
    </div>
  );
}

/** Restores the focus after the checkout, since its button was disabled while it was open. */
function useFocusAfter(open: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current && !open) opener.current?.focus();
    was.current = open;
  }, [open]);
  return opener;
}

/** Calls it whenever the condition becomes true. */
function useOnceTrue(condition: boolean, act: () => void): void {
  const run = useEffectEvent(act);
  useEffect(() => {
    if (condition) run();
  }, [condition]);
}
