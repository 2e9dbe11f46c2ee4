import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { canComeBack, dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { useCommunity } from '../../subjects/community/community.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { parseOptionalAmount } from '../../../contract/values/parseNumber.ts';
import { now } from '../../browser/clock.ts';

interface ReturnPaymentProps {
  entry: Transaction;
  onReturned: () => void | Promise<void>;
}

/** The button for a check that bounced or a transfer that was returned, where the entry is such a payment. */
export function ReturnPayment({ entry, onReturned }: ReturnPaymentProps) {
  // Opened to go on with what was typed.
  const [address] = useSearchParams();
  const [asked, setAsked] = useState(address.has('return'));
  if (!canComeBack(entry)) return <></>;
  return (
    <>
      <Button variant="secondary" className="self-start" onClick={() => setAsked(true)}>
        Returned payment
      </Button>
      {asked && <ReturnForm {...{ entry, onReturned }} onClose={() => setAsked(false)} />}
    </>
  );
}

function ReturnForm({ entry, onReturned, onClose }: ReturnPaymentProps & { onClose: () => void }) {
  const zone = useCommunity()?.time_zone;
  /** The community's, or this device's where it never heard of its zone. */
  const communityDay = (at: Date) => (zone === undefined ? isoDay(at) : dayIn(zone, at));
  const today = communityDay(now());
  const form = useOnlineForm({
    draft: `return-${entry.id}`,
    at: `/admin/ledger/${entry.user_id}?entry=${entry.id}&return=1`,
    initial: { reason: '', fee: '', returned_on: today },
    route: 'returnPayment',
    inputOf: ({ reason, fee, returned_on }) => ({
      params: { id: String(entry.id) },
      body: { reason, fee: parseOptionalAmount(fee), returned_on },
    }),
    failed: (message = 'The payment could not be taken back.') => message,
    onDone: onReturned,
  });
  const { field } = form;
  return (
    <FormModal
      title="Returned payment"
      submitLabel="Take back"
      busyLabel="Taking back..."
      form={form}
      needs="You need a connection to take this back. What you write is kept on this device."
      subject={
        <p className="text-muted">
          {entry.type} of <Money cents={-toCents(entry.amount)} className="font-semibold text-ink" /> of{' '}
          <Time value={dateOf(entry)} />. What it paid is open again, and rent that is late by now costs its
          late fee.
        </p>
      }
      onClose={onClose}
    >
      <Field
        label="Reason"
        required
        autoComplete="off"
        help="Such as “no funds”. The tenant reads it in the ledger."
        {...field('reason')}
      />
      <Field
        label="Returned payment fee (optional)"
        inputMode="decimal"
        autoComplete="off"
        before="$"
        {...field('fee')}
      />
      <Field
        label="Returned on"
        type="date"
        required
        min={entry.effective_on ?? communityDay(new Date(entry.created_at))}
        max={today}
        help="The day the bank gave it back. What is taken back, and the fee, count from then."
        {...field('returned_on')}
      />
    </FormModal>
  );
}
