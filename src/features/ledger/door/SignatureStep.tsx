import { useEffect, useRef } from 'react';
import { toCents } from '../../../../contract/values/money.ts';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import type { Signature } from '../../../../contract/ledger/signature.ts';
import type { QueuedForm } from '../../../forms/useQueuedForm.ts';
import { Money } from '../../../ui/data/Money.tsx';
import type { Account } from '../PaidAccount.tsx';
import { SignatureField } from '../../../subjects/signatures/SignatureField.tsx';
import type { TypedPayment } from './typedPayment.ts';

interface SignatureStepProps {
  account: Account;
  form: QueuedForm<TypedPayment>;
  onChange: (signature: Signature) => void;
}

/** The step in which the tenant signs, with nothing else to look at than who pays how much. */
export function SignatureStep({ account, form: { values, field }, onChange }: SignatureStepProps) {
  const place = useRef<HTMLParagraphElement>(null);
  // The button that led here is gone.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <p ref={place} tabIndex={-1} className="rounded-control bg-sunken px-4 py-3 text-center outline-none">
        <span className="block font-semibold wrap-anywhere">{account.name}</span>
        <Money cents={toCents(parseAmount(values.amount))} className="text-3xl font-bold" />
        <span className="block text-muted">{values.type}</span>
      </p>
      <SignatureField
        label="Signature (optional)"
        help="The tenant may sign here with a finger, a pen or a mouse. The receipt shows it."
        clearLabel="Clear signature"
        name="signature"
        value={values.signature}
        error={field('signature').error}
        onChange={onChange}
      />
    </>
  );
}
