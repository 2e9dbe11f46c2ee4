import { useMade } from '../../../offline/subjects/leases/useMade.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { PaymentForm } from '../door/PaymentForm.tsx';
import type { DoorPayments } from '../door/useDoorPayments.ts';
import type { Account } from '../PaidAccount.tsx';

interface NewcomersPaymentProps {
  /** The id of the item that adds them. */
  newcomer: string;
  payments: DoorPayments;
  close: () => void;
  closeSent: () => void;
}

/** Nobody has this id. */
const NOBODY = 0;

/** Records a payment of somebody who was written down on this device, such as their first rent at the door. */
export function NewcomersPayment({ newcomer, payments, close, closeSent }: NewcomersPaymentProps) {
  const { unsent, sentAs } = useMade('createPerson', newcomer) ?? {};
  if (!unsent && !sentAs) return <></>;
  const { unit_number = null, property_name = null } = unsent?.shown ?? {};
  const account: Account = {
    ...{ user_id: NOBODY, addedBy: newcomer, unit_number, property_name },
    unit_id: unsent?.input.body.unit ?? sentAs?.unit ?? null,
    name: unsent
      ? fullNameOf({ first_name: unsent.input.body.firstName, last_name: unsent.input.body.lastName })
      : sentAs
        ? fullNameOf(sentAs)
        : '',
  };
  return <PaymentForm {...{ account, payments }} onClose={close} onSent={closeSent} />;
}
