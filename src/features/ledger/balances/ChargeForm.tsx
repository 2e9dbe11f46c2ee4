import type { Transaction } from '../../../../contract/ledger/ledger.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { ChargeFields, chargeOf, NEW_CHARGE } from './ChargeFields.tsx';
import { PaidAccount, type Account } from '../PaidAccount.tsx';

interface ChargeFormProps {
  account: Account;
  onPosted: (entry: Transaction) => void | Promise<void>;
  onClose: () => void;
}

/** The form of a charge: amount, type, description and due day. */
export function ChargeForm({ account, onPosted, onClose }: ChargeFormProps) {
  const form = useOnlineForm({
    draft: `charge-${account.user_id}`,
    initial: NEW_CHARGE,
    route: 'createCharge',
    inputOf: (typed) => ({
      body: { userId: account.user_id, unitId: account.unit_id, ...chargeOf(typed) },
    }),
    failed: (message = 'The charge could not be added.') => message,
    onDone: onPosted,
  });
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
      <ChargeFields {...form} />
    </FormModal>
  );
}
