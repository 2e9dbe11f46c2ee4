import { useState } from 'react';
import { useMade } from '../../../offline/subjects/useMade.ts';
import { PaymentForm } from '../door/PaymentForm.tsx';
import type { DoorPayments } from '../door/useDoorPayments.ts';
import { accountOfNewcomer } from '../PaidAccount.tsx';

interface NewcomersPaymentProps {
  /** The id of the item that adds them. */
  newcomer: string;
  payments: DoorPayments;
  close: () => void;
  closeSent: () => void;
}

/** Records a payment of somebody who was written down on this device, such as their first rent at the door. */
export function NewcomersPayment({ newcomer, payments, close, closeSent }: NewcomersPaymentProps) {
  const { unsent } = useMade('createPerson', newcomer) ?? {};
  // Where they are sent meanwhile, the payment is theirs all the same.
  const [person, setPerson] = useState(unsent);
  if (unsent && unsent !== person) setPerson(unsent);
  if (!person) return <></>;
  return (
    <PaymentForm account={accountOfNewcomer(person)} {...{ payments }} onClose={close} onSent={closeSent} />
  );
}
