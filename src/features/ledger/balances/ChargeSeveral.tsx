import type { TenantBalance } from '../../../../contract/ledger/balances.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { ChargeFields, chargeOf, NEW_CHARGE } from './ChargeFields.tsx';

interface ChargeSeveralProps {
  tenants: readonly TenantBalance[];
  /** Told how many were charged, and the amount of each, in cents. */
  onPosted: (charged: number, cents: number) => void | Promise<void>;
  onClose: () => void;
}

/** The form of the same charge of several tenants. */
export function ChargeSeveral({ tenants, onPosted, onClose }: ChargeSeveralProps) {
  const ids = tenants.map(({ user_id }) => user_id).join(',');
  const form = useOnlineForm({
    draft: `charges-${ids}`,
    initial: NEW_CHARGE,
    route: 'createCharges',
    inputOf: (typed) => ({
      body: {
        tenants: tenants.map(({ user_id, unit_id }) => ({ userId: user_id, unitId: unit_id })),
        ...chargeOf(typed),
      },
    }),
    failed: (message = 'The charges could not be added.') => message,
    onDone: ({ charged }, typed) => onPosted(charged, toCents(chargeOf(typed).amount)),
  });
  return (
    <FormModal
      title="Charge Several"
      submitLabel={`Charge ${tenants.length} Tenants`}
      busyLabel="Adding..."
      form={form}
      needs="You need a connection to post this. What you write is kept on this device."
      subject={
        <p className="rounded-control bg-sunken px-4 py-3 wrap-anywhere">
          Each of these is charged the amount:{' '}
          <span className="font-semibold">{tenants.map(fullNameOf).join(', ')}</span>
        </p>
      }
      onClose={onClose}
    >
      <ChargeFields {...form} />
    </FormModal>
  );
}
