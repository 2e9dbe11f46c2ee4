import type { OpenCharge } from '../../../contract/ledger/allocations.ts';
import { CREDIT_TYPES } from '../../../contract/ledger/entryKinds.ts';
import { dateOf } from '../../../contract/ledger/ledger.ts';
import { NewCredit } from '../../../contract/ledger/newEntry.ts';
import { parseAmount } from '../../../contract/values/parseNumber.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { CreditItem } from '../../offline/subjects/ledger/givenEntries.ts';
import { ClockNotice, useClockDoubted } from '../../screens/ClockNotice.tsx';
import { chargeName } from '../../subjects/ledger/chargeName.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { PaidAccount, shownOf, type Account } from './PaidAccount.tsx';
import { editGivenDraft, type GivenEntries } from './unsent/useGivenEntries.ts';
import { withoutAgreement } from './unsent/withoutAgreement.ts';

interface CreditFormProps {
  account: Account;
  /** The charges that it can be given against. */
  open: readonly OpenCharge[];
  /** The unsent credit that is edited; without it a new one is added. */
  item?: CreditItem | undefined;
  given: GivenEntries;
  onClose: () => void;
  /** Closes it once it was sent or queued. */
  onSent: () => void;
}

/** The form of a concession, a credit or a write-off, which is no money received, with or without a connection. */
export function CreditForm({ account, open, item, given, onClose, onSent }: CreditFormProps) {
  const clockDoubted = useClockDoubted();
  const bodyOf = ({ amount, charge, ...typed }: typeof EMPTY) => ({
    ...{ userId: account.user_id, unitId: account.unit_id, ...typed },
    ...{ amount: parseAmount(amount), charge: charge === '' ? null : Number(charge) },
  });
  const form = useQueuedForm({
    draft: item ? editGivenDraft(item.id) : `credit-${account.user_id}`,
    initial: item ? typedOf(item) : { ...EMPTY, effective_on: clockDoubted ? '' : isoDay() },
    route: 'createCredit',
    bodyOf,
    failed: 'The credit could not be added.',
    onSubmit: async (typed, _, version) => {
      const body = NewCredit.parse(bodyOf(typed));
      const charge = charges.find(({ id }) => id === typed.charge);
      const shown = { ...shownOf(account), against: charge?.name };
      if (item)
        await given.change(
          item,
          { body: { ...withoutAgreement(item.input.body), ...body }, photos: [], shown },
          version,
        );
      else await given.record({ route: 'createCredit', input: { body }, shown }, version);
      onSent();
    },
  });
  const charges = open.map(({ entry, open: cents }) => ({
    id: String(entry.id),
    name: `${chargeName({ ...entry, billed: entry.utility?.month })}, ${timeText(dateOf(entry))}`,
    unpaid: moneyText(cents),
  }));
  const { field, values } = form;
  return (
    <FormModal
      title={item ? 'Edit Credit' : 'Add Credit'}
      submitLabel={item ? 'Save' : 'Add Credit'}
      busyLabel={item ? 'Saving...' : 'Adding...'}
      form={form}
      subject={<PaidAccount account={account} />}
      onClose={onClose}
    >
      <ClockNotice />
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
        {charges.map(({ id, name, unpaid }) => (
          <option key={id} value={id}>
            {name}: {unpaid} unpaid
          </option>
        ))}
        {/* One that this device does not have any more, or that is paid by now. */}
        {values.charge !== '' && charges.every(({ id }) => id !== values.charge) && (
          <option value={values.charge}>{item?.shown.against ?? 'The charge that was chosen'}</option>
        )}
      </Select>
      <Field
        label="Reason"
        required
        autoComplete="off"
        help="The tenant reads it in the ledger."
        {...field('reason')}
      />
      <Field
        label="Counts from"
        type="date"
        required
        // By a clock that is wrong, today may be a later day.
        {...(clockDoubted ? {} : { max: isoDay() })}
        {...field('effective_on')}
      />
    </FormModal>
  );
}

const EMPTY = { amount: '', type: CREDIT_TYPES[0] as string, charge: '', reason: '', effective_on: '' };

function typedOf({ input: { body } }: CreditItem): typeof EMPTY {
  return {
    amount: String(body.amount),
    type: body.type ?? CREDIT_TYPES[0],
    charge: body.charge === undefined || body.charge === null ? '' : String(body.charge),
    reason: body.reason,
    effective_on: body.effective_on ?? '',
  };
}
