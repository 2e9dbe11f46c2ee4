import { leastPayment, type Owed } from '../../../contract/payments/owed.ts';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';
import { isExact, toCents } from '../../../contract/values/money.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { loadCheckout } from './providerParts.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { parseAmount } from '../../../contract/values/parseNumber.ts';
import { NEEDS_CONNECTION } from './messages.ts';

interface PayPartProps {
  owed: Owed;
  /** Whether it is the home that owes it, where another is billed. */
  ofHome: boolean;
  /** What was typed before, where the payment was not made. */
  part: string;
  /** Called with the payment that was created. */
  onStarted: (started: PaymentStarted) => void;
  onClose: () => void;
}

/** Asks how much of what is owed is paid. */
export function PayPart({ owed, ofHome, part, onStarted, onClose }: PayPartProps) {
  const { policy, balance, processing } = owed;
  const due = balance - processing;
  const form = useOnlineForm({
    draft: 'pay-part',
    initial: { amount: part },
    route: 'createPartialPayment',
    opens: true,
    inputOf: ({ amount }) => ({ body: { amount: parseAmount(amount) } }),
    check: ({ amount }): Record<string, string> => {
      const dollars = parseAmount(amount);
      if (!(dollars > 0) || !isExact(toCents, dollars) || toCents(dollars) <= due) return {};
      const owes = `${ofHome ? 'Your home owes' : 'You owe'} ${moneyText(balance)}.`;
      return { amount: processing > 0 ? `${owes} You can still pay ${moneyText(due)}.` : owes };
    },
    prepare: loadCheckout,
    failed: (message = 'Could not initiate payment. Please try again later.') => message,
    onDone: onStarted,
  });
  const { field } = form;
  const least = leastPayment(owed);
  const whole = ofHome ? 'what your home owes' : 'your balance';
  const most =
    processing > 0
      ? `${moneyText(due)}, which is ${whole} without what is being processed`
      : ofHome
        ? `${moneyText(balance)}, which is what your home owes`
        : `your balance of ${moneyText(balance)}`;
  return (
    <FormModal
      title="Pay another amount"
      submitLabel="Continue"
      busyLabel="Opening checkout..."
      form={form}
      needs={NEEDS_CONNECTION}
      onClose={onClose}
    >
      <Field
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        required
        before="$"
        help={
          policy === 'at_least_rent'
            ? `At least ${moneyText(least)}, the rent that is open, and at most ${most}.`
            : `At most ${most}. The oldest rent is paid first.`
        }
        {...field('amount')}
      />
    </FormModal>
  );
}
