import { REFUND_TYPES } from '../../../../contract/ledger/entryKinds.ts';
import { NewRefund, REFUND } from '../../../../contract/ledger/refunds.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { RefundItem } from '../../../offline/subjects/ledger/refunds.ts';
import { ClockNotice, useClockDoubted } from '../../../screens/ClockNotice.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { PaidAccount, type Account } from '../PaidAccount.tsx';
import { editRefundDraft, type Refunds } from './useRefunds.ts';
import { withoutAgreement } from '../unsent/withoutAgreement.ts';

interface RefundFormProps {
  account: Account;
  /** The unsent refund that is edited; without it a new one is recorded. */
  item?: RefundItem | undefined;
  refunds: Refunds;
  onClose: () => void;
}

/** The form of what management gave back, with or without a connection. */
export function RefundForm({ account, item, refunds, onClose }: RefundFormProps) {
  const clockDoubted = useClockDoubted();
  const credit = Math.max(0, -toCents(account.balance ?? 0));
  const bodyOf = ({ amount, ...typed }: typeof EMPTY) => ({
    ...{ userId: account.user_id, unitId: account.unit_id },
    ...{ ...typed, amount: parseAmount(amount) },
  });
  const form = useQueuedForm({
    draft: item ? editRefundDraft(item.id) : `refund-${account.user_id}`,
    initial: item ? typedOf(item) : { ...EMPTY, refunded_on: clockDoubted ? '' : isoDay() },
    route: 'recordRefund',
    bodyOf,
    failed: 'The refund could not be recorded.',
    onSubmit: async (typed, _, version) => {
      const body = NewRefund.parse(bodyOf(typed));
      const { name, unit_number, property_name } = account;
      if (item) await refunds.change(item, { ...withoutAgreement(item.input.body), ...body }, version);
      else await refunds.record(body, { name, unit_number, property_name }, version);
      onClose();
    },
  });
  const { field } = form;
  return (
    <FormModal
      title={item ? 'Edit Refund' : 'Record Refund'}
      submitLabel={item ? 'Save' : 'Record Refund'}
      busyLabel={item ? 'Saving...' : 'Recording...'}
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
        help={credit > 0 ? `Up to ${moneyText(credit)}, which the account is in credit.` : undefined}
        {...field('amount')}
      />
      <Select label="Type" required {...field('type')}>
        {REFUND_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <Field label="Check or reference number (optional)" autoComplete="off" {...field('reference')} />
      <Field
        label="Description (optional)"
        help={`Left blank, the ledger says “${REFUND}”. The tenant reads it.`}
        autoComplete="off"
        {...field('description')}
      />
      <Field
        label="Given back on"
        type="date"
        required
        // By a clock that is wrong, today may be a later day.
        {...(clockDoubted ? {} : { max: isoDay() })}
        {...field('refunded_on')}
      />
    </FormModal>
  );
}

const EMPTY = {
  amount: '',
  type: REFUND_TYPES[0] as string,
  reference: '',
  description: '',
  refunded_on: '',
};

function typedOf({ input: { body } }: RefundItem): typeof EMPTY {
  return {
    amount: String(body.amount),
    type: body.type ?? REFUND_TYPES[0],
    reference: body.reference ?? '',
    description: body.description ?? '',
    refunded_on: body.refunded_on ?? '',
  };
}
