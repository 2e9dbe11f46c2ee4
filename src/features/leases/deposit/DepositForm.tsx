import { WHAT_FOR, type Deposit } from '../../../../contract/deposits/deposit.ts';
import type { FieldMessages } from '../../../../contract/http/failure.ts';
import type { Lease } from '../../../../contract/leases/lease.ts';
import { PAYMENT_TYPES } from '../../../../contract/ledger/entryKinds.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import type { DepositFormWords } from './depositForms.ts';

interface DepositFormProps {
  lease: Lease;
  deposit: Deposit;
  form: DepositFormWords;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Enters what was received for a deposit, earned by it, applied or returned. */
export function DepositForm({ lease, deposit, form: words, onDone, onClose }: DepositFormProps) {
  const { key, kind } = words;
  const form = useOnlineForm({
    draft: `deposit-${lease.id}-${key}`,
    at: `/admin/lease/${lease.id}?deposit=${key}`,
    initial: {
      amount: words.filled(deposit)?.toFixed(2) ?? '',
      method: PAYMENT_TYPES[0],
      reference: '',
      description: '',
      day: isoDay(),
    },
    route: 'addDepositEntry',
    check: ({ description }): FieldMessages =>
      key === 'applied' && description.trim() === '' ? { description: WHAT_FOR } : {},
    inputOf: ({ amount, method, ...typed }) => ({
      params: { id: String(lease.id) },
      body: { kind, ...typed, amount: parseAmount(amount), method: isMoved ? method : null },
    }),
    failed: (message = 'The deposit could not be changed.') => message,
    onDone: () => onDone(words.done),
  });
  const { field } = form;
  const isMoved = key === 'received' || key === 'returned';
  return (
    <FormModal
      title={words.title}
      submitLabel={words.title}
      busyLabel={words.busy}
      form={form}
      needs="You need a connection to post this. What you write is kept on this device."
      subject={<Subject lease={lease} deposit={deposit} />}
      onClose={onClose}
    >
      <Field
        inputMode="decimal"
        autoComplete="off"
        required
        label="Amount"
        before="$"
        help={words.help}
        {...field('amount')}
      />
      {isMoved && (
        <>
          <Select label="How" required {...field('method')}>
            {PAYMENT_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
          <Field
            label="Number (optional)"
            autoComplete="off"
            help="Such as the number of a check."
            {...field('reference')}
          />
        </>
      )}
      {key === 'applied' && (
        <Field
          label="Applied to"
          required
          autoComplete="off"
          help="The tenant reads it in the ledger and in the statement."
          {...field('description')}
        />
      )}
      <Field label="Day" type="date" required max={isoDay()} {...field('day')} />
    </FormModal>
  );
}

/** Whose deposit it is, what is held, and what the account owes. */
function Subject({ lease, deposit }: Pick<DepositFormProps, 'lease' | 'deposit'>) {
  const { data: balances } = useCachedQuery('listBalances', {});
  const [billed] = lease.tenants;
  const owed = toCents(balances?.find(({ user_id }) => user_id === billed?.id)?.balance ?? 0);
  return (
    <div>
      <p className="font-semibold wrap-anywhere">
        {billed && `${fullNameOf(billed)}, `}
        {unitLabel(lease)}
      </p>
      <p className="text-muted">
        {moneyText(toCents(deposit.held))} of the deposit is held
        {owed > 0 ? `, and ${moneyText(owed)} is owed.` : '.'}
      </p>
    </div>
  );
}
