import { GIVEN_CHARGES, NewCharge } from '../../../../contract/ledger/newEntry.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { ChargeItem } from '../../../offline/subjects/ledger/givenEntries.ts';
import { ClockNotice } from '../../../screens/ClockNotice.tsx';
import { isoDay } from '../../../ui/data/Time.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { PaidAccount, shownOf, type Account } from '../PaidAccount.tsx';
import { editGivenDraft, type GivenEntries } from '../unsent/useGivenEntries.ts';
import { ChargeFields, chargeOf, NEW_CHARGE } from './ChargeFields.tsx';
import { withoutAgreement } from '../unsent/withoutAgreement.ts';

interface ChargeFormProps {
  account: Account;
  /** The unsent charge that is edited; without it a new one is added. */
  item?: ChargeItem | undefined;
  given: GivenEntries;
  onClose: () => void;
  /** Closes it once it was sent or queued. */
  onSent: () => void;
}

/** The form of a charge: amount, type, description and due day, with or without a connection. */
export function ChargeForm({ account, item, given, onClose, onSent }: ChargeFormProps) {
  const bodyOf = (typed: typeof NEW_CHARGE) => ({
    ...{ userId: account.user_id, unitId: account.unit_id, ...chargeOf(typed) },
    // It may be sent on another day.
    effective_on: typed.effective_on || isoDay(),
  });
  const form = useQueuedForm<typeof NEW_CHARGE>({
    draft: item ? editGivenDraft(item.id) : `charge-${account.user_id}`,
    initial: item ? typedOf(item) : NEW_CHARGE,
    route: 'createCharge',
    bodyOf,
    failed: 'The charge could not be added.',
    onSubmit: async (typed, _, version) => {
      const body = NewCharge.parse(bodyOf(typed));
      const shown = shownOf(account);
      if (item)
        await given.change(
          item,
          { body: { ...withoutAgreement(item.input.body), ...body }, photos: [], shown },
          version,
        );
      else await given.record({ route: 'createCharge', input: { body }, shown }, version);
      onSent();
    },
  });
  return (
    <FormModal
      title={item ? 'Edit Charge' : 'Add Charge'}
      submitLabel={item ? 'Save' : 'Add Charge'}
      busyLabel={item ? 'Saving...' : 'Adding...'}
      form={form}
      subject={<PaidAccount account={account} />}
      onClose={onClose}
    >
      <ClockNotice />
      <ChargeFields {...form} />
    </FormModal>
  );
}

function typedOf({ input: { body } }: ChargeItem): typeof NEW_CHARGE {
  return {
    amount: String(body.amount),
    type: body.type ?? GIVEN_CHARGES[0],
    description: body.description,
    effective_on: body.effective_on ?? '',
  };
}
