import { useRef, useState, type ChangeEvent } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { PAYMENT_TYPES } from '../../../../contract/ledger/entryKinds.ts';
import { OFFLINE_PAYMENT } from '../../../../contract/ledger/newEntry.ts';
import { toCents } from '../../../../contract/values/money.ts';
import type { Signature } from '../../../../contract/ledger/signature.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { ClockNotice, useClockDoubted } from '../../../screens/ClockNotice.tsx';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import { useDevice } from '../../../offline/engine/device.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { findEarlier, type PaymentItem } from '../../../offline/subjects/doorPayments.ts';
import { countReceipts } from '../../../offline/subjects/receiptBooks.ts';
import { useUser } from '../../../session/session.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';
import { isoDay, momentText } from '../../../ui/data/Time.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { useConfirm } from '../../../ui/feedback/Confirm.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import { Select } from '../../../ui/forms/Select.tsx';
import { PaidAccount, type Account } from '../PaidAccount.tsx';
import { SignatureField } from './SignatureField.tsx';
import { editDraft, parsePayment, type DoorPayments } from './useDoorPayments.ts';

interface Typed {
  amount: string;
  type: string;
  reference: string;
  description: string;
  received_on: string;
  /** Empty where nobody has signed. */
  signature: Signature;
}

interface PaymentFormProps {
  account: Account;
  /** The unsent payment that is edited; without it a new one is recorded. */
  item?: PaymentItem | undefined;
  /** The name of the draft to go on with; the latest one by default. */
  draft?: string | undefined;
  payments: DoorPayments;
  onClose: () => void;
}

/** The form of a payment that a tenant made to management, with or without a connection. */
export function PaymentForm({ account, item, draft, payments, onClose }: PaymentFormProps) {
  const { userId } = useDevice();
  const user = useUser();
  const confirm = useConfirm();
  const clockDoubted = useClockDoubted();
  const title = item ? 'Edit Payment' : 'Record Payment';
  // Whether the person was asked about an earlier payment of the same amount.
  const asked = useRef(false);
  const [signAgain, setSignAgain] = useState(false);
  const bodyOf = ({ amount, signature, ...typed }: Typed) => ({
    ...{ userId: account.user_id, unitId: account.unit_id },
    ...{ ...typed, amount: parseAmount(amount), signature: signature.length > 0 ? signature : null },
  });

  async function confirmRepeated(typed: Typed): Promise<boolean> {
    const { amount } = parsePayment(bodyOf(typed));
    const earlier = await findEarlier(userId, { userId: account.user_id, amount, itemId: item?.id });
    asked.current = earlier !== undefined;
    if (!earlier) return true;
    return confirm({
      text: `You recorded a payment of ${moneyText(toCents(amount))} from ${account.name} on this device, ${momentText(earlier.recorded_at)}.\nRecord another?`,
      confirmLabel: 'Record another',
    });
  }

  const form = useQueuedForm<Typed>({
    draft: item ? editDraft(item.id) : `payment-${account.user_id}`,
    several: !item,
    chosen: draft,
    initial: item ? typedOf(item) : { ...EMPTY, received_on: clockDoubted ? '' : isoDay() },
    route: 'recordPayment',
    bodyOf,
    confirm: confirmRepeated,
    failed: 'The payment could not be recorded.',
    onSubmit: async (typed, _, version) => {
      const body = { ...parsePayment(bodyOf(typed)), ask_if_repeated: !asked.current };
      if (item) {
        await payments.edit(item, { ...item.input.body, ...body }, version);
      } else {
        const { name, unit_number, property_name } = account;
        const shown = { name, unit_number, property_name, received_by: fullNameOf(user) };
        await payments.record({ body, shown, draft: version });
      }
      onClose();
    },
  });
  const { field } = form;
  const { onChange: keepAmount, ...amountField } = field('amount');

  /** Keeps the amount, and clears the signature, which was given for another one. */
  async function changeAmount(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    await keepAmount(event);
    if (form.values.signature.length === 0) return;
    form.set({ signature: [] });
    setSignAgain(true);
  }

  return (
    <FormModal
      title={title}
      submitLabel={item ? 'Save' : title}
      busyLabel={item ? 'Saving...' : 'Recording...'}
      form={form}
      subject={<PaidAccount account={account} />}
      onClose={onClose}
    >
      <ClockNotice />
      {!item && <NumberFollows userId={userId} />}
      <Field
        inputMode="decimal"
        autoComplete="off"
        required
        label="Amount"
        before="$"
        {...amountField}
        onChange={changeAmount}
      />
      <Select label="Type" required {...field('type')}>
        {PAYMENT_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <Field
        label="Check or reference number (optional)"
        help="Of a check or money order. Record a bank transfer as “Other”, with its reference here."
        autoComplete="off"
        {...field('reference')}
      />
      <Field
        label="Description (optional)"
        help={`Left blank, the ledger says “${OFFLINE_PAYMENT}”.`}
        autoComplete="off"
        {...field('description')}
      />
      <Field
        label="Received on"
        type="date"
        required
        // By a clock that is wrong, today may be a later day.
        {...(clockDoubted ? {} : { max: isoDay() })}
        help="The day you got the money. It counts from then on."
        {...field('received_on')}
      />
      <SignatureField
        value={form.values.signature}
        error={field('signature').error}
        note={
          signAgain ? 'The amount was changed after it was signed. Let the tenant sign again.' : undefined
        }
        onChange={(signature) => {
          form.set({ signature });
          setSignAgain(false);
        }}
      />
    </FormModal>
  );
}

const EMPTY = { amount: '', type: PAYMENT_TYPES[0], reference: '', description: '', signature: [] };

function typedOf({ input: { body } }: PaymentItem): Typed {
  return {
    amount: String(body.amount),
    type: body.type ?? PAYMENT_TYPES[0],
    reference: body.reference ?? '',
    description: body.description ?? '',
    received_on: body.received_on ?? '',
    signature: body.signature ?? [],
  };
}

/** Says so where a receipt gets its number only when the payment is sent. */
function NumberFollows({ userId }: { userId: number }) {
  const online = useOnline();
  const receipts = useLiveQuery(() => countReceipts(userId), [userId]);
  if (online || receipts !== 0) return <></>;
  return (
    <Banner>
      This device has no receipt numbers yet. The receipt gets its number when the payment is sent.
    </Banner>
  );
}
