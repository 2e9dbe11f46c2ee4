import type { TenantBalance } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import type { OnlineForm } from '../../offline/engine/useOnlineForm.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { nameOf, placeOf } from './tenant.ts';

/** As the fields hold it. */
export interface Typed {
  amount: string;
  type: string;
  description: string;
}

interface PostingModalProps {
  /** Also what the button says. */
  title: string;
  busyLabel: string;
  tenant: TenantBalance;
  types: readonly string[];
  /** What becomes of a blank description; it is required where nothing is said. */
  descriptionHelp?: string;
  form: OnlineForm<Typed>;
  onClose: () => void;
}

/** The form of a charge and of a payment: how much, of what type, what for. */
export function PostingModal({
  title,
  busyLabel,
  tenant,
  types,
  descriptionHelp,
  form: online,
  onClose,
}: PostingModalProps) {
  const { field } = online;
  return (
    <FormModal
      title={title}
      submitLabel={title}
      busyLabel={busyLabel}
      form={online}
      needs="You need a connection to post this. What you write is kept on this device."
      subject={<Account tenant={tenant} />}
      onClose={onClose}
    >
      <Field
        type="number"
        inputMode="decimal"
        min={0.01}
        step={0.01}
        autoComplete="off"
        required
        label="Amount"
        before="$"
        {...field('amount')}
      />
      <Select label="Type" required {...field('type')}>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <Field
        label={descriptionHelp ? 'Description (optional)' : 'Description'}
        required={!descriptionHelp}
        help={descriptionHelp}
        autoComplete="off"
        {...field('description')}
      />
    </FormModal>
  );
}

function Account({ tenant }: { tenant: TenantBalance }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{nameOf(tenant)}</span>
        <span className="text-muted">{placeOf(tenant)}</span>
      </p>
      <p className="text-muted">
        Balance <Money cents={toCents(tenant.balance)} tone="ledger" className="font-semibold" />
      </p>
    </div>
  );
}

/** What is no number stays one that the rules refuse. */
export function amountOf({ amount }: Typed): number {
  return amount.trim() === '' ? NaN : Number(amount);
}
