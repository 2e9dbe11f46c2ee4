import type { OpenCharge } from '../../../../contract/ledger/allocations.ts';
import type { GivenItem } from '../../../offline/subjects/ledger/givenEntries.ts';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { ChargeForm } from '../balances/ChargeForm.tsx';
import { CreditForm } from '../CreditForm.tsx';
import type { Account } from '../PaidAccount.tsx';
import { UnsentGiven } from './UnsentGiven.tsx';
import type { GivenEntries } from './useGivenEntries.ts';

interface AccountGivenProps {
  /** Undefined where it is not known, or several accounts are shown. */
  account?: Account | undefined;
  /** The charges that a credit can be given against. */
  open?: readonly OpenCharge[];
  given: GivenEntries;
}

/** The charges and credits that wait on this device, and the form of a new one or of the one that is edited. */
export function AccountGiven({ account, open: charges = [], given }: AccountGivenProps) {
  const { address, open, close, closeSent } = useDialogAddress();
  const edited = given.items.find(({ id }) => id === address.get('edit-given'));
  const form = { given, onClose: close, onSent: closeSent };
  return (
    <>
      <UnsentGiven given={given} onEdit={({ id }) => open({ 'edit-given': id })} />
      {edited?.route === 'createCharge' && (
        <ChargeForm key={edited.id} account={accountOf(edited)} item={edited} {...form} />
      )}
      {edited?.route === 'createCredit' && (
        <CreditForm key={edited.id} account={accountOf(edited)} open={charges} item={edited} {...form} />
      )}
      {account && address.has('charge') && <ChargeForm account={account} {...form} />}
      {account && address.has('credit') && <CreditForm account={account} open={charges} {...form} />}
    </>
  );
}

/** The account as it was when the entry was written. */
function accountOf({ input: { body }, shown }: GivenItem): Account {
  const { name, unit_number, property_name } = shown;
  return { user_id: body.userId, unit_id: body.unitId ?? null, name, unit_number, property_name };
}
