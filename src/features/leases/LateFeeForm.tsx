import { LATE_FEE_KINDS, type LateFeeKind, type LateFeeRule } from '../../../contract/leases/lateFee.ts';
import { lateFeeKindName } from '../../subjects/leases/lateFeeText.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import {
  parseAmount,
  parseNumber,
  parseOptionalAmount,
  parsePercent,
} from '../../../contract/values/parseNumber.ts';
import { Select } from '../../ui/forms/Select.tsx';
import { ordinal } from './leaseTexts.ts';

interface LateFeeFormProps {
  /** Whose late fee it is. */
  of: { property: number; name: string } | { lease: number; name: string };
  /** What is in force now. */
  rule: LateFeeRule | undefined;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Says what late rent costs from a day on, in a property or under one lease. */
export function LateFeeForm({ of, rule, onDone, onClose }: LateFeeFormProps) {
  const isLease = 'lease' in of;
  const id = isLease ? of.lease : of.property;
  const form = useOnlineForm({
    draft: `late-fee-${isLease ? 'lease' : 'property'}-${id}`,
    initial: typedOf(rule),
    route: isLease ? 'setLeaseLateFee' : 'setPropertyLateFee',
    inputOf: (typed) => ({
      params: { id: String(id) },
      body: {
        from_day: typed.from_day,
        // The field offers only these kinds, and the route's schema checks them again.
        kind: typed.kind as LateFeeKind,
        grace_days: isFee(typed.kind) ? parseNumber(typed.grace_days) : 1,
        ...(typed.kind === 'flat' ? { amount: parseAmount(typed.amount) } : {}),
        ...(typed.kind === 'percent'
          ? { percent: parsePercent(typed.percent), cap: parseOptionalAmount(typed.cap) }
          : {}),
        ...(isFee(typed.kind) && typed.daily_amount.trim() !== ''
          ? { daily_amount: parseAmount(typed.daily_amount), daily_cap: parseOptionalAmount(typed.daily_cap) }
          : {}),
      },
    }),
    failed: (message = 'The late fee could not be set.') => message,
    onDone: () => onDone(`The late fee of ${of.name} was set.`),
  });
  const { field, values } = form;
  const charges = isFee(values.kind);
  const days = Number(values.grace_days);
  return (
    <FormModal
      title="Late fee"
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      subject={<p className="font-semibold wrap-anywhere">{of.name}</p>}
      onClose={onClose}
    >
      <Select label="Fee type" required {...field('kind')}>
        {LATE_FEE_KINDS.filter((kind) => isLease || kind !== 'property').map((kind) => (
          <option key={kind} value={kind}>
            {lateFeeKindName(kind)}
          </option>
        ))}
      </Select>
      {values.kind === 'flat' && (
        <Field
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          required
          before="$"
          {...field('amount')}
        />
      )}
      {values.kind === 'percent' && (
        <>
          <Field
            label="Percent"
            inputMode="decimal"
            autoComplete="off"
            required
            help="Of the rent that is not paid, never of fees."
            {...field('percent')}
          />
          <Field
            label="At most (optional)"
            inputMode="decimal"
            autoComplete="off"
            before="$"
            {...field('cap')}
          />
        </>
      )}
      {charges && (
        <>
          <Field
            label="Grace period (days)"
            inputMode="numeric"
            autoComplete="off"
            required
            help={
              Number.isInteger(days) && days >= 1 && days <= 27
                ? `Counted with the due day: rent due on the 1st is late on the ${ordinal(days + 1)}.`
                : 'Counted with the due day.'
            }
            {...field('grace_days')}
          />
          <Field
            label="Each day after it (optional)"
            inputMode="decimal"
            autoComplete="off"
            before="$"
            {...field('daily_amount')}
          />
          {values.daily_amount.trim() !== '' && (
            <Field
              label="All days together at most"
              inputMode="decimal"
              autoComplete="off"
              required
              before="$"
              {...field('daily_cap')}
            />
          )}
        </>
      )}
      <Field
        label="For rent due from"
        type="date"
        required
        min={isoDay()}
        max="2099-12-31"
        help="What was due before stays as it is."
        {...field('from_day')}
      />
    </FormModal>
  );
}

/** What is typed for another kind is left out. */
function isFee(kind: string): boolean {
  return kind === 'flat' || kind === 'percent';
}

function typedOf(rule: LateFeeRule | undefined) {
  const text = (number: number | null | undefined) => String(number ?? '');
  return {
    from_day: isoDay(),
    kind: (rule?.kind ?? 'flat') as string,
    grace_days: text(rule?.grace_days ?? 5),
    amount: text(rule?.amount),
    percent: text(rule?.percent),
    cap: text(rule?.cap),
    daily_amount: text(rule?.daily_amount),
    daily_cap: text(rule?.daily_cap),
  };
}
