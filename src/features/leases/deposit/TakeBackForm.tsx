import type { DepositEntry } from '../../../../contract/deposits/deposit.ts';
import type { Lease } from '../../../../contract/leases/lease.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { depositEntryText } from '../../../subjects/deposits/depositTexts.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { TextArea } from '../../../ui/forms/TextArea.tsx';

interface TakeBackFormProps {
  lease: Lease;
  entry: DepositEntry;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Takes back an entry of a deposit that was wrong. */
export function TakeBackForm({ lease, entry, onDone, onClose }: TakeBackFormProps) {
  const form = useOnlineForm({
    draft: `deposit-entry-${entry.id}`,
    at: `/admin/lease/${lease.id}?take-back=${entry.id}`,
    initial: { reason: '' },
    route: 'takeBackDepositEntry',
    inputOf: (body) => ({ params: { id: String(lease.id), entry: String(entry.id) }, body }),
    failed: (message = 'This could not be taken back.') => message,
    onDone: () => onDone('It was taken back.'),
  });
  return (
    <FormModal
      title="Take Back"
      submitLabel="Take Back"
      busyLabel="Taking back..."
      form={form}
      needs="You need a connection to take this back. What you write is kept on this device."
      subject={
        <p className="wrap-anywhere">
          <span className="font-semibold">{depositEntryText(entry)}</span>,{' '}
          {moneyText(Math.abs(toCents(entry.amount)))}
          {entry.transaction_id !== null && '. The ledger is set right with it.'}
        </p>
      }
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        required
        rows={2}
        help="The tenant reads it in the statement."
        {...form.field('reason')}
      />
    </FormModal>
  );
}
