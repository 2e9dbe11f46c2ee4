import { CircleCheck, CloudOff } from 'lucide-react';
import { useId, useSyncExternalStore, type Ref } from 'react';
import { NOT_ACCEPTED } from '../../../../contract/leases/paymentPolicy.ts';
import { owedByHome } from '../../../../contract/leases/homeAccount.ts';
import { currentConnection, onConnectionChange } from '../../../api/connection.ts';
import type { SharedHome } from '../../../subjects/leases/sharedHome.ts';
import { Money } from '../../../ui/data/Money.tsx';
import { MoneyFigure } from '../../../ui/data/MoneyFigure.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { PayShare } from './PayShare.tsx';
import { NEEDS_CONNECTION } from '../messages.ts';

interface HomeCardProps {
  lease: SharedHome;
  /** Integer cents that one owes oneself, which are paid first. */
  own: number;
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

/** What the home owes of somebody who is not billed for it, with the button to pay it. */
export function HomeCard({ lease, own, busy, blocked, buttonRef, onPay, ...paying }: HomeCardProps) {
  const { unit_number, payment_policy: policy, home } = lease;
  const offline = useSyncExternalStore(onConnectionChange, currentConnection) === 'offline';
  const noteId = useId();
  const owed = owedByHome(lease);
  const { balance: cents, processing } = owed;
  const due = cents - processing > 0;
  const disabled = !due || own > 0 || blocked || policy === 'nothing' || offline;
  return (
    <Card title={`Your Home, Unit ${unit_number}`}>
      <MoneyFigure cents={cents} />
      <p className="text-muted">
        {home.billed_to} is billed for it, and each of you can pay.
        {processing > 0 && due && (
          <>
            {' '}
            <Money cents={processing} /> of it is being processed.
          </>
        )}
      </p>
      <Button
        ref={buttonRef}
        disabled={disabled}
        busy={busy}
        busyLabel="Opening checkout..."
        aria-describedby={noteId}
        onClick={onPay}
        className="min-h-13 text-lg"
      >
        Pay for the Home
      </Button>
      <PayShare owed={owed} disabled={disabled || busy} onPay={paying.onPayShare} />
      {due && (policy === 'any_amount' || policy === 'at_least_rent') && (
        <Button variant="secondary" disabled={disabled || busy} onClick={paying.onPayPart}>
          Pay another amount
        </Button>
      )}
      <p id={noteId} className="flex items-start gap-2 text-muted empty:hidden">
        {cents === 0 ? (
          <>
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            Nothing is due for your home.
          </>
        ) : !due ? (
          'All of it is being processed.'
        ) : policy === 'nothing' ? (
          NOT_ACCEPTED
        ) : own > 0 ? (
          'Once your own balance is paid, you can pay for the home here.'
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
