import type { RecordedPayment, TenantBalance, Transaction } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import {
  CHARGE_TYPES,
  PAYMENT_TYPES,
  type ChargeType,
  type PaymentType,
} from '../../../contract/entryKinds.ts';
import { OFFLINE_PAYMENT } from '../../../contract/ledger.ts';
import { unitLabel } from '../../../contract/unit.ts';
import { fullNameOf } from '../../../contract/user.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { parseNumber } from '../../ui/forms/parseNumber.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Select } from '../../ui/forms/Select.tsx';

const POSTINGS = {
  charge: {
    route: 'createCharge',
    title: 'Add Charge',
    busyLabel: 'Adding...',
    failed: 'The charge could not be added.',
    types: CHARGE_TYPES,
    descriptionHelp: undefined,
    isReceived: false,
  },
  payment: {
    route: 'recordPayment',
    title: 'Record Payment',
    busyLabel: 'Recording...',
    failed: 'The payment could not be recorded.',
    types: PAYMENT_TYPES,
    isReceived: true,
    descriptionHelp: `Left blank, the ledger says “${OFFLINE_PAYMENT}”.`,
  },
} as const;

export type Posting = keyof typeof POSTINGS;

interface PostingFormProps {
  /** A charge, or a payment that a tenant made to management. */
  posting: Posting;
  tenant: TenantBalance;
  onPosted: (entry: Transaction | RecordedPayment) => void | Promise<void>;
  onClose: () => void;
}

/** The form of a charge or a payment: amount, type, description, and the day on which a payment was received. */
export function PostingForm({ posting, tenant, onPosted, onClose }: PostingFormProps) {
  const { route, title, busyLabel, failed, types, descriptionHelp, isReceived } = POSTINGS[posting];
  const form = useOnlineForm({
    draft: `${posting}-${tenant.user_id}`,
    initial: { amount: '', type: types[0], description: '', received_on: isoDay() },
    route,
    inputOf: ({ amount, type, description, received_on }) => ({
      body: {
        userId: tenant.user_id,
        unitId: tenant.unit_id,
        amount: parseNumber(amount),
        // The field offers only these types, and the route's schema checks them again.
        type: type as ChargeType & PaymentType,
        description,
        ...(isReceived ? { received_on } : {}),
      },
    }),
    failed: (message = failed) => message,
    onDone: onPosted,
  });
  const { field } = form;
  return (
    <FormModal
      title={title}
      submitLabel={title}
      busyLabel={busyLabel}
      form={form}
      needs="You need a connection to post this. What you write is kept on this device."
      subject={<Account tenant={tenant} />}
      onClose={onClose}
    >
      <Field inputMode="decimal" autoComplete="off" required label="Amount" before="$" {...field('amount')} />
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
      {isReceived && (
        <Field
          label="Received on"
          type="date"
          required
          max={isoDay()}
          help="The day you got the money. It counts from then on."
          {...field('received_on')}
        />
      )}
    </FormModal>
  );
}

function Account({ tenant }: { tenant: TenantBalance }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{fullNameOf(tenant)}</span>
        <span className="text-muted">{unitLabel(tenant)}</span>
      </p>
      <p className="text-muted">
        Balance <Money cents={toCents(tenant.balance)} tone="ledger" className="font-semibold" />
      </p>
    </div>
  );
}
