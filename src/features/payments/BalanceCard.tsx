import { CircleCheck, CloudOff } from 'lucide-react';
import { useId, useSyncExternalStore, type Ref } from 'react';
import { NOT_ACCEPTED } from '../../../contract/leases/paymentPolicy.ts';
import type { Owed } from '../../../contract/payments/owed.ts';
import { currentConnection, onConnectionChange } from '../../api/connection.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { MoneyFigure } from '../../ui/data/MoneyFigure.tsx';
import { PayShare } from './home/PayShare.tsx';
import { NEEDS_CONNECTION } from './messages.ts';

interface BalanceCardProps {
  owed: Owed;
  /** Whether one’s home owes something that another is billed for, which one pays beside it. */
  homeOwes: boolean;
  /** Whether the checkout is being opened. */
  busy: boolean;
  /** Whether nothing can be paid just now. */
  blocked: boolean;
  /** Where the focus returns to after the checkout, if it began here. */
  buttonRef: Ref<HTMLButtonElement> | undefined;
  onPay: () => void;
  onPayPart: () => void;
  /** Pays the share that one is asked for, in integer cents. */
  onPayShare: (cents: number) => void;
}

/** The balance, with the button to pay it. */
export function BalanceCard(props: BalanceCardProps) {
  const { homeOwes, busy, buttonRef, onPay, onPayPart, onPayShare } = props;
  const { balance, processing, policy } = props.owed;
  const accepted = policy !== 'nothing';
  const blocked = props.blocked || !accepted;
  const offline = useSyncExternalStore(onConnectionChange, currentConnection) === 'offline';
  const noteId = useId();
  const owed = balance > 0;
  const due = balance - processing > 0;
  return (
    <Card title="Your Current Balance">
      <MoneyFigure cents={balance} className={balance < 0 ? 'text-credit' : undefined} />
      {balance < 0 && <p className="text-muted">You have paid ahead. It counts towards your next charges.</p>}
      {due && processing > 0 && (
        <p className="text-muted">
          <Money cents={processing} /> of it is being processed. You can still pay{' '}
          <Money cents={balance - processing} className="font-semibold text-ink" />.
        </p>
      )}
      <Button
        ref={buttonRef}
        disabled={!due || blocked || offline}
        busy={busy}
        busyLabel="Opening checkout..."
        aria-describedby={noteId}
        onClick={onPay}
        className="min-h-13 text-lg"
      >
        Make Payment
      </Button>
      <PayShare owed={props.owed} disabled={blocked || offline || busy} onPay={onPayShare} />
      {due && (policy === 'any_amount' || policy === 'at_least_rent') && (
        <Button variant="secondary" disabled={blocked || offline || busy} onClick={onPayPart}>
          Pay another amount
        </Button>
      )}
      <p id={noteId} className="flex items-start gap-2 text-muted empty:hidden">
        {!owed && homeOwes ? (
          'Nothing is billed to you. What your home owes is paid beside it.'
        ) : !owed ? (
          <>
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            No payment needed - your account is current
          </>
        ) : !due ? (
          'All of it is being processed.'
        ) : !accepted ? (
          NOT_ACCEPTED
        ) : (
          offline && (
            <>
              <CloudOff aria-hidden className="mt-0.5 size-5 shrink-0" />
              {NEEDS_CONNECTION}
            </>
          )
        )}
      </p>
    </Card>
  );
}
