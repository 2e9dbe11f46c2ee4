import type { TenantBalance } from '../../../../contract/ledger/balances.ts';
import { ANYBODY } from '../../../forms/anybody.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import type { PaymentItem } from '../../../offline/subjects/doorPayments.ts';
import { isNewPerson, type PersonItem } from '../../../offline/subjects/people/invitations.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { accountOf, accountOfNewcomer, PaidAccount, type Account } from '../PaidAccount.tsx';
import type { DoorPayments } from './useDoorPayments.ts';

interface ChoosePayerProps {
  item: PaymentItem;
  payments: DoorPayments;
  onClose: () => void;
}

/** Asks who paid, where the person who was written down for it was discarded. */
export function ChoosePayer({ item, payments, onClose }: ChoosePayerProps) {
  const { data: balances = [] } = useCachedQuery('listBalances', {});
  const { items = [] } = useOutbox();
  const payers = [...items.filter(isNewPerson).map(newcomer), ...balances.map(tenant)];
  const form = useQueuedForm({
    draft: `payer-${item.id}`,
    initial: { payer: '' },
    route: 'recordPayment',
    bodyOf: () => ({ ...item.input.body, userId: ANYBODY }),
    check: ({ payer }): Record<string, string> =>
      payers.some(({ key }) => key === payer) ? {} : { payer: 'Please choose who paid.' },
    failed: 'The payment could not be changed.',
    onSubmit: async ({ payer }, _photos, draft) => {
      const chosen = payers.find(({ key }) => key === payer);
      if (!chosen) return;
      await payments.payFrom(item, chosen.account, draft);
      onClose();
    },
  });
  return (
    <FormModal
      title="Who Paid"
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      subject={<PaidAccount account={{ user_id: item.input.body.userId, unit_id: null, ...item.shown }} />}
      onClose={onClose}
    >
      <Select
        label="Paid by"
        required
        help="Somebody new is written down under Invitations first."
        {...form.field('payer')}
      >
        <option value="">--Select who paid--</option>
        {payers.map(({ key, account }) => (
          <option key={key} value={key}>
            {account.name}
            {account.addedBy !== undefined && ' (unsent)'}
          </option>
        ))}
      </Select>
    </FormModal>
  );
}

interface Payer {
  key: string;
  account: Account;
}

function newcomer(item: PersonItem): Payer {
  return { key: item.id, account: accountOfNewcomer(item) };
}

function tenant(balance: TenantBalance): Payer {
  return { key: String(balance.user_id), account: accountOf(balance) };
}
