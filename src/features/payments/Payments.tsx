import { useEffect, useRef, useState } from 'react';
import { currentConnection } from '../../connection.ts';
import { useUser } from '../../session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { OpenPayments } from './OpenPayments.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { useCheckout } from './useCheckout.ts';
import { usePayments } from './usePayments.ts';
import { useReturn } from './useReturn.ts';
import { MAY_HAVE_PAID } from './words.ts';

/** In milliseconds: the server asks the provider anew no sooner, so an earlier answer may be one from before. */
const PROVIDER_ASKED = 5_000;

/** `/payments`: what is owed, the way to pay it, and the latest of the account. */
export default function Payments() {
  // When a payment was left whose outcome nobody could tell; milliseconds since the epoch.
  const [lostAt, setLostAt] = useState<number>();
  const [checkedAt, setCheckedAt] = useState<number>();
  const unchecked = lostAt !== undefined && lostAt !== checkedAt;
  const payments = usePayments({ watch: unchecked });
  if (unchecked && payments.knownSince(lostAt + PROVIDER_ASKED)) setCheckedAt(lostAt);

  async function returned(): Promise<void> {
    await payments.refresh();
    // What is kept here does not know of the payment yet.
    if (currentConnection() === 'offline') setLostAt(Date.now());
  }

  const back = useReturn(() => void returned());
  const { starting, checkout, start, close } = useCheckout(payments.refresh);
  const opener = useFocusAfter(checkout !== undefined);
  const { balance, transactions, underWay } = payments;

  return (
    <>
      <PageHeading title="Payments" description={<Whose />} />
      {content()}
      {checkout && (
        <checkout.Checkout
          started={checkout.started}
          stripe={checkout.stripe}
          onClose={({ mayHavePaid }) => {
            close();
            if (!mayHavePaid) return;
            setLostAt(Date.now());
            void payments.refresh();
          }}
        />
      )}
    </>
  );

  function content() {
    if (back.processing) return <Processing />;
    if (payments.isPending) return <Loading cards={2} />;
    if (balance === undefined || transactions === undefined) {
      return (
        <Problem onRetry={() => void payments.refresh()}>
          Unable to load your account history: {payments.error?.message}
        </Problem>
      );
    }
    return (
      <div className="flex flex-col gap-6">
        {back.failed && (
          <Banner type="error">Your bank did not approve the payment. Nothing was charged.</Banner>
        )}
        {unchecked ? (
          <Banner type="warning">
            <div className="flex flex-wrap items-center gap-3">
              <p className="grow basis-56">{MAY_HAVE_PAID}</p>
              <Button variant="secondary" onClick={() => void payments.refresh()}>
                Check again
              </Button>
            </div>
          </Banner>
        ) : (
          lostAt !== undefined &&
          balance > 0 &&
          underWay.length === 0 && (
            <Banner type="info">
              Checked: no payment has arrived so far. You can try again: you will not be charged twice.
            </Banner>
          )
        )}
        <OpenPayments payments={underWay} />
        <div className="grid items-start gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <BalanceCard
            balance={balance}
            busy={starting}
            blocked={checkout !== undefined || unchecked || underWay.length > 0}
            buttonRef={opener}
            onPay={() => {
              back.forget();
              setLostAt(undefined);
              void start();
            }}
          />
          <RecentActivity transactions={transactions} />
        </div>
      </div>
    );
  }
}

function Whose() {
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

/** Gives the focus back once the checkout is gone: its opener was disabled while it stood. */
function useFocusAfter(open: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current && !open) opener.current?.focus();
    was.current = open;
  }, [open]);
  return opener;
}
