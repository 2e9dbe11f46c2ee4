import { CHARGE_TYPES } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { parseAmount } from '../../../contract/values/parseNumber.ts';
import { Select } from '../../ui/forms/Select.tsx';
import { PaidAccount, type Account } from './PaidAccount.tsx';

interface ChargeFormProps {
  account: Account;
  onPosted: (entry: Transaction) => void | Promise<void>;
  onClose: () => void;
}

/** The form of a charge: amount, type and description. */
export function ChargeForm({ account, onPosted, onClose }: ChargeFormProps) {
  const form = useOnlineForm({
    draft: `charge-${account.user_id}`,
    initial: { amount: '', type: CHARGE_TYPES[0], description: '' },
    route: 'createCharge',
    inputOf: ({ amount, type, description }) => ({
      body: {
        userId: account.user_id,
        unitId: account.unit_id,
        amount: parseAmount(amount),
        type,
        description,
      },
    }),
    failed: (message = 'The charge could not be added.') => message,
    onDone: onPosted,
  });
  const { field } = form;
  return (
    <FormModal
      title="Add Charge"
      submitLabel="Add Charge"
      busyLabel="Adding..."
      form={form}
      needs="You need a connection to post this. What you write is kept on this device."
      subject={<PaidAccount account={account} />}
      onClose={onClose}
    >
      <Field inputMode="decimal" autoComplete="off" required label="Amount" before="$" {...field('amount')} />
      <Select label="Type" required {...field('type')}>
        {CHARGE_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <Field label="Description" required autoComplete="off" {...field('description')} />
    </FormModal>
  );
}
