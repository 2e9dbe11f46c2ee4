import type { OpenCharge } from '../../../contract/ledger/allocations.ts';
import { CREDIT_TYPES } from '../../../contract/ledger/entryKinds.ts';
import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { parseAmount } from '../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { chargeName } from '../../subjects/ledger/chargeName.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { PaidAccount, type Account } from './PaidAccount.tsx';

interface CreditFormProps {
  account: Account;
  /** The charges that it can be given against. */
  open: readonly OpenCharge[];
  onPosted: (entry: Transaction) => void | Promise<void>;
  onClose: () => void;
}

/** The form of a concession, a credit or a write-off, which is no money received. */
export function CreditForm({ account, open, onPosted, onClose }: CreditFormProps) {
  const form = useOnlineForm({
    draft: `credit-${account.user_id}`,
    initial: { amount: '', type: CREDIT_TYPES[0], charge: '', reason: '', effective_on: isoDay() },
    route: 'createCredit',
    inputOf: ({ amount, charge, ...typed }) => ({
      body: {
        ...{ userId: account.user_id, unitId: account.unit_id, ...typed },
        ...{ amount: parseAmount(amount), charge: charge === '' ? null : Number(charge) },
      },
    }),
    failed: (message = 'The credit could not be added.') => message,
    onDone: onPosted,
  });
  const { field } = form;
  return (
    <FormModal
      title="Add Credit"
      submitLabel="Add Credit"
      busyLabel="Adding..."
      form={form}
      needs="You need a connection to post this. What you write is kept on this device."
      subject={<PaidAccount account={account} />}
      onClose={onClose}
    >
      <Field
        inputMode="decimal"
        autoComplete="off"
        required
        label="Amount"
        before="$"
        help="It lowers the balance, and is not money received."
        {...field('amount')}
      />
      <Select label="Type" required {...field('type')}>
        {CREDIT_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <Select label="Against" {...field('charge')}>
        <option value="">What is unpaid, rent first</option>
        {open.map(({ entry, open: cents }) => (
          <option key={entry.id} value={entry.id}>
            {chargeName({ ...entry, billed: entry.utility?.month })}, {timeText(dateOf(entry))}:{' '}
            {moneyText(cents)} unpaid
          </option>
        ))}
      </Select>
      <Field
        label="Reason"
        required
        autoComplete="off"
        help="The tenant reads it in the ledger."
        {...field('reason')}
      />
      <Field label="Counts from" type="date" required max={isoDay()} {...field('effective_on')} />
    </FormModal>
  );
}
