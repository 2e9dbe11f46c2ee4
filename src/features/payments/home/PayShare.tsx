import { shareToPay, type Owed } from '../../../../contract/payments/owed.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { Button } from '../../../ui/forms/Button.tsx';

interface PayShareProps {
  owed: Owed;
  disabled: boolean;
  /** Called with integer cents. */
  onPay: (cents: number) => void;
}

/** What one is asked for of what the home owes, with the button to pay just that; nothing where there are no shares. */
export function PayShare({ owed, disabled, onPay }: PayShareProps) {
  const { balance, processing, share } = owed;
  const due = balance - processing;
  const toPay = shareToPay(owed);
  if (!share || toPay === undefined || due <= 0) return <></>;
  if (share.asked <= 0) return <p className="text-muted">Your share of it is paid.</p>;
  if (toPay <= 0) return <p className="text-muted">Your share of it is being processed.</p>;
  if (toPay >= due) return <p className="text-muted">All of it is your share.</p>;
  return (
    <Button variant="secondary" disabled={disabled} onClick={() => onPay(toPay)}>
      Pay my Share, {moneyText(toPay)}
    </Button>
  );
}
