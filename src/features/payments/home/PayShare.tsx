import { moneyText } from '../../../ui/data/Money.tsx';
import { Button } from '../../../ui/forms/Button.tsx';

interface PayShareProps {
  /** Integer cents; undefined where the lease has no shares. */
  asked: number | undefined;
  /** Integer cents that can be paid. */
  due: number;
  disabled: boolean;
  onPay: (cents: number) => void;
}

/** What one is asked for of what the home owes, with the button to pay just that; nothing where there are no shares. */
export function PayShare({ asked, due, disabled, onPay }: PayShareProps) {
  if (asked === undefined || due <= 0) return <></>;
  if (asked <= 0) return <p className="text-muted">Your share of it is paid.</p>;
  if (asked >= due) return <p className="text-muted">All of it is your share.</p>;
  return (
    <Button variant="secondary" disabled={disabled} onClick={() => onPay(asked)}>
      Pay my Share, {moneyText(asked)}
    </Button>
  );
}
