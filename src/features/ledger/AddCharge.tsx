import { CHARGE_TYPES, type ChargeType } from '../../../contract/entryKinds.ts';
import type { TenantBalance, Transaction } from '../../../contract/ledger.ts';
import { useOnlineForm } from '../../offline/engine/useOnlineForm.ts';
import { amountOf, PostingModal, type Typed } from './PostingModal.tsx';

const NOTHING: Typed = { amount: '', type: CHARGE_TYPES[0], description: '' };

export interface PostingProps {
  tenant: TenantBalance;
  onPosted: (entry: Transaction) => void | Promise<void>;
  onClose: () => void;
}

export function AddCharge({ tenant, onPosted, onClose }: PostingProps) {
  const form = useOnlineForm({
    draft: `charge-${tenant.user_id}`,
    written: NOTHING,
    route: 'createCharge',
    inputOf: (typed) => ({
      body: {
        userId: tenant.user_id,
        unitId: tenant.unit_id,
        amount: amountOf(typed),
        // One of those that the field offers; the route's own rules look again.
        type: typed.type as ChargeType,
        description: typed.description,
      },
    }),
    failed: (message = 'The charge could not be added.') => message,
    onDone: onPosted,
  });
  return (
    <PostingModal
      title="Add Charge"
      busyLabel="Adding..."
      types={CHARGE_TYPES}
      {...{ tenant, form, onClose }}
    />
  );
}
