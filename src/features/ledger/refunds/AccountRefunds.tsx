import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import type { Account } from '../PaidAccount.tsx';
import { RefundForm } from './RefundForm.tsx';
import { UnsentRefunds } from './UnsentRefunds.tsx';
import type { Refunds } from './useRefunds.ts';

interface AccountRefundsProps {
  account: Account;
  refunds: Refunds;
}

/** The refunds of an account that wait on this device, and the form of a new one or of the one that is edited. */
export function AccountRefunds({ account, refunds }: AccountRefundsProps) {
  const { address, open, close } = useDialogAddress();
  const edited = refunds.items.find(({ id }) => id === address.get('edit-refund'));
  return (
    <>
      <UnsentRefunds refunds={refunds} onEdit={({ id }) => open({ 'edit-refund': id })} />
      {(edited ?? address.has('refund')) && (
        <RefundForm key={edited?.id} {...{ account, refunds }} item={edited} onClose={close} />
      )}
    </>
  );
}
