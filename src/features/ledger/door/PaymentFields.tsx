import { useEffect, useRef } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { PenLine } from 'lucide-react';
import { ENTRY_KINDS, HANDED_OVER } from '../../../../contract/ledger/entryKinds.ts';
import { OFFLINE_PAYMENT } from '../../../../contract/ledger/newEntry.ts';
import { ClockNotice, useClockDoubted } from '../../../screens/ClockNotice.tsx';
import { useDevice } from '../../../offline/engine/device.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { countReceipts } from '../../../offline/subjects/receiptBooks.ts';
import type { QueuedForm } from '../../../forms/useQueuedForm.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import type { TypedPayment } from './typedPayment.ts';
import type { PaidHome } from './usePaidHome.ts';

interface PaymentFieldsProps {
  form: QueuedForm<TypedPayment>;
  /** The home that the tenant may pay for who is not billed for it. */
  home: PaidHome | undefined;
  /** What is paid where nothing else is chosen. */
  usual: 'home' | 'own';
  /** Whether the payment is a new one, not an edited one. */
  isNew: boolean;
  /** Whether the step of the signature stands in their place. */
  signing: boolean;
  /** Whether the amount was changed after it was signed. */
  signAgain: boolean;
  onAmountChanged: () => void;
  onSign: () => void;
}

/** Cash has neither a check's number nor another one. */
export const CASH = ENTRY_KINDS.cash.type;
const OTHER = ENTRY_KINDS.otherPayment.type;
const TRANSFER = ENTRY_KINDS.bankTransfer.type;

/** What a payment is, before it is signed. */
export function PaymentFields({
  form,
  home,
  usual,
  isNew,
  signing,
  signAgain,
  onAmountChanged,
  onSign,
}: PaymentFieldsProps) {
  const { userId } = useDevice();
  const clockDoubted = useClockDoubted();
  const { field, values } = form;
  const { onChange: keepAmount, ...amountField } = field('amount');
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(signing);
  useEffect(() => {
    if (was.current && !signing) opener.current?.focus();
    was.current = signing;
  }, [signing]);
  const signed = values.signature.length > 0;
  const isTransfer = values.type === TRANSFER;
  return (
    <>
      <ClockNotice />
      {isNew && <NumberFollows userId={userId} />}
      {home && (
        <Select
          label="What is paid"
          help={`${home.name} is billed for the home. The payment says who paid it.`}
          name="for_home"
          value={values.for_home || usual}
          error={form.form.formState.errors.for_home?.message}
          onChange={({ target }) => form.set({ for_home: target.value === 'own' ? 'own' : 'home' })}
        >
          <option value="home">The home, Unit {home.unit_number}</option>
          <option value="own">Their own account</option>
        </Select>
      )}
      <Field
        inputMode="decimal"
        autoComplete="off"
        required
        label="Amount"
        before="$"
        {...amountField}
        onChange={async (event) => {
          await keepAmount(event);
          onAmountChanged();
        }}
      />
      <Select
        label="Type"
        required
        name="type"
        value={isTransfer ? OTHER : values.type}
        error={form.form.formState.errors.type?.message}
        onChange={({ target }) => form.set({ type: target.value })}
      >
        {HANDED_OVER.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      {(isTransfer || values.type === OTHER) && (
        <Select
          label="What it is"
          value={values.type}
          onChange={({ target }) => form.set({ type: target.value })}
        >
          <option value={OTHER}>Something else</option>
          <option>{TRANSFER}</option>
        </Select>
      )}
      {values.type !== CASH && (
        <Field
          label="Check or reference number (optional)"
          help={
            isTransfer
              ? 'Of the transfer, as your bank tells it.'
              : 'Such as the number of a check or money order.'
          }
          autoComplete="off"
          {...field('reference')}
        />
      )}
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
      <div className="flex flex-col items-start gap-2">
        <p role="status" className="text-sm font-semibold empty:hidden">
          {signAgain && 'The amount was changed after it was signed. Let the tenant sign again.'}
        </p>
        <Button ref={opener} variant="secondary" icon={PenLine} className="max-sm:w-full" onClick={onSign}>
          {signed ? 'Signed – look at it' : 'Let the tenant sign (optional)'}
        </Button>
      </div>
    </>
  );
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
