import { useState } from 'react';
import {
  NewDepositEntry,
  onlyHeld,
  onlyOwed,
  WHAT_FOR,
  type Deposit,
} from '../../../../contract/deposits/deposit.ts';
import type { FieldMessages } from '../../../../contract/http/failure.ts';
import type { Lease } from '../../../../contract/leases/lease.ts';
import { PAYMENT_TYPES } from '../../../../contract/ledger/entryKinds.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { toCents, toDollars } from '../../../../contract/values/money.ts';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { DepositItem } from '../../../offline/subjects/deposits.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { PhotoPicker } from '../../../subjects/photos/PhotoPicker.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { ClockNotice, useClockDoubted } from '../../../screens/ClockNotice.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import type { DepositFormWords } from './depositForms.ts';
import { editDepositDraft, takes, unsentCents, type DepositEntries } from './useDepositEntries.ts';

interface DepositFormProps {
  lease: Lease;
  deposit: Deposit;
  form: DepositFormWords;
  /** The unsent entry that is edited; without it a new one is entered. */
  item?: DepositItem | undefined;
  entries: DepositEntries;
  onClose: () => void;
}

/** Enters what was received for a deposit, earned by it, applied or returned, with or without a connection. */
export function DepositForm({ lease, deposit, form: words, item, entries, onClose }: DepositFormProps) {
  const { key, kind } = words;
  const clockDoubted = useClockDoubted();
  const [reading, setReading] = useState(false);
  const owed = useOwedCents(lease);
  const held = toCents(deposit.held) + unsentCents(entries.items.filter(({ id }) => id !== item?.id));
  const isMoved = key === 'received' || key === 'returned';
  const bodyOf = ({ amount, method, reference, description, day }: Typed) => ({
    ...{ kind, reference, description, day, amount: parseAmount(amount), method: isMoved ? method : null },
  });

  /** What the server would refuse by what this device knows. */
  function check({ amount, description }: Typed): FieldMessages {
    const dollars = parseAmount(amount);
    if (key === 'applied' && description.trim() === '') return { description: WHAT_FOR };
    if (takes(kind) && dollars > toDollars(held)) return { amount: onlyHeld(Math.max(held, 0)) };
    if (key === 'applied' && owed !== undefined && dollars > toDollars(owed))
      return { amount: onlyOwed(owed) };
    return {};
  }

  const form = useQueuedForm({
    draft: item ? editDepositDraft(item.id) : `deposit-${entries.lease}-${key}`,
    initial: item
      ? typedOf(item)
      : { ...EMPTY, amount: words.filled(deposit)?.toFixed(2) ?? '', day: clockDoubted ? '' : isoDay() },
    route: 'addDepositEntry',
    bodyOf,
    check,
    failed: 'The deposit could not be changed.',
    onSubmit: async (typed, photos, draft) => {
      const body = NewDepositEntry.parse(bodyOf(typed));
      const [billed] = lease.tenants;
      const shown = { name: billed ? fullNameOf(billed) : '', unit: unitLabel(lease) };
      if (item)
        await entries.change(item, { body, photos: [...keptOf(item, typed), ...photos], shown }, draft);
      else await entries.record({ body, photos, shown }, draft);
      onClose();
    },
  });
  const { field } = form;
  const { removed } = form.values;
  const kept = item ? keptOf(item, { removed }) : [];
  return (
    <FormModal
      title={item ? 'Edit Deposit' : words.title}
      submitLabel={item ? 'Save' : words.title}
      busyLabel={reading ? 'Reading photos...' : item ? 'Saving...' : words.busy}
      form={{ ...form, busy: form.busy || reading }}
      subject={<Subject lease={lease} held={held} owed={owed} />}
      onClose={onClose}
    >
      <ClockNotice />
      <Field
        inputMode="decimal"
        autoComplete="off"
        required
        label="Amount"
        before="$"
        help={words.help}
        {...field('amount')}
      />
      {isMoved && (
        <>
          <Select label="How" required {...field('method')}>
            {PAYMENT_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
          <Field
            label="Number (optional)"
            autoComplete="off"
            help="Such as the number of a check."
            {...field('reference')}
          />
        </>
      )}
      {key === 'applied' && (
        <Field
          label="Applied to"
          required
          autoComplete="off"
          help="The tenant reads it in the ledger and in the statement."
          {...field('description')}
        />
      )}
      <Field
        label="Day"
        type="date"
        required
        // By a clock that is wrong, today may be a later day.
        {...(clockDoubted ? {} : { max: isoDay() })}
        {...field('day')}
      />
      <ShownPhotos
        photos={kept.map((stored) => ({ stored }))}
        onRemove={(photo) => {
          if ('stored' in photo) form.set({ removed: [...removed, photo.stored.sha256] });
        }}
      />
      <PhotoPicker
        photos={form.photos}
        onChange={form.draft.setPhotos}
        onReading={setReading}
        others={kept.length}
        of="An entry"
      />
    </FormModal>
  );
}

const EMPTY = {
  amount: '',
  method: PAYMENT_TYPES[0] as string,
  reference: '',
  description: '',
  day: '',
  /** The photos that were taken off an unsent entry, by their digest. */
  removed: [] as string[],
};
type Typed = typeof EMPTY;

/** The photos of an unsent entry that stay with it. */
function keptOf({ photos }: DepositItem, { removed }: Pick<Typed, 'removed'>): DepositItem['photos'] {
  return photos.filter(({ sha256 }) => !removed.includes(sha256));
}

function typedOf({ input: { body } }: DepositItem): Typed {
  return {
    amount: String(body.amount),
    method: body.method ?? PAYMENT_TYPES[0],
    reference: body.reference ?? '',
    description: body.description ?? '',
    day: body.day ?? '',
    removed: [],
  };
}

/** What who is billed owes, in cents; undefined where this device does not know it. */
function useOwedCents({ tenants: [billed] }: Lease): number | undefined {
  const { data: balances } = useCachedQuery('listBalances', {});
  const balance = balances?.find(({ user_id }) => user_id === billed?.id)?.balance;
  return balances && Math.max(toCents(balance ?? 0), 0);
}

interface SubjectProps {
  lease: Lease;
  /** Cents. */
  held: number;
  owed: number | undefined;
}

/** Whose deposit it is, what is held, and what the account owes. */
function Subject({ lease, held, owed = 0 }: SubjectProps) {
  const [billed] = lease.tenants;
  return (
    <div>
      <p className="font-semibold wrap-anywhere">
        {billed && `${fullNameOf(billed)}, `}
        {unitLabel(lease)}
      </p>
      <p className="text-muted">
        {moneyText(held)} of the deposit is held
        {owed > 0 ? `, and ${moneyText(owed)} is owed.` : '.'}
      </p>
    </div>
  );
}
