import { openChargesOf } from '../../../contract/ledger/allocations.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { leastPayment, type PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
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
  policy: PaymentPolicy;
  /** Integer cents. */
  balance: number;
  /** Integer cents of it that are being processed. */
  processing: number;
  /** What was typed before, where the payment was not made. */
  part: string;
  entries: readonly Transaction[];
  /** Called with the payment that was created. */
  onStarted: (started: PaymentStarted) => void;
  onClose: () => void;
}

/** Asks how much of the balance is paid. */
export function PayPart({ policy, balance, processing, part, entries, onStarted, onClose }: PayPartProps) {
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
      const owed = `You owe ${moneyText(balance)}.`;
      return { amount: processing > 0 ? `${owed} You can still pay ${moneyText(due)}.` : owed };
    },
    prepare: loadCheckout,
    failed: (message = 'Could not initiate payment. Please try again later.') => message,
    onDone: onStarted,
  });
  const { field } = form;
  const openRent = (openChargesOf(entries) ?? [])
    .filter(({ entry }) => entry.type === ENTRY_KINDS.rent.type)
    .reduce((cents, { open }) => cents + open, 0);
  const least = leastPayment(policy, { balance, openRent, processing });
  const most =
    processing > 0
      ? `${moneyText(due)}, which is your balance without what is being processed`
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
