import { PAYMENT_TYPES, type PaymentType } from '../../../contract/entryKinds.ts';
import { OFFLINE_PAYMENT } from '../../../contract/posting.ts';
import { useOnlineForm } from '../../offline/engine/useOnlineForm.ts';
import type { PostingProps } from './AddCharge.tsx';
import { amountOf, PostingModal, type Typed } from './PostingModal.tsx';

const NOTHING: Typed = { amount: '', type: PAYMENT_TYPES[0], description: '' };

/** What a tenant paid management itself. */
export function RecordPayment({ tenant, onPosted, onClose }: PostingProps) {
  const form = useOnlineForm({
    draft: `payment-${tenant.user_id}`,
    written: NOTHING,
    route: 'recordPayment',
    inputOf: (typed) => ({
      body: {
        userId: tenant.user_id,
        unitId: tenant.unit_id,
        amount: amountOf(typed),
        // One of those that the field offers; the route's own rules look again.
        type: typed.type as PaymentType,
        description: typed.description,
      },
    }),
    failed: (message = 'The payment could not be recorded.') => message,
    onDone: onPosted,
  });
  return (
    <PostingModal
      title="Record Payment"
      busyLabel="Recording..."
      types={PAYMENT_TYPES}
      descriptionHelp={`Left blank, the ledger says “${OFFLINE_PAYMENT}”.`}
      {...{ tenant, form, onClose }}
    />
  );
}
