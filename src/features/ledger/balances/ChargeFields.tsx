import { CHARGE_TYPES, ENTRY_KINDS } from '../../../../contract/ledger/entryKinds.ts';
import { GIVEN_CHARGES, PRORATED_RENT } from '../../../../contract/ledger/newEntry.ts';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import type { OnlineForm } from '../../../forms/useOnlineForm.ts';
import { Field } from '../../../ui/forms/Field.tsx';
import { Select } from '../../../ui/forms/Select.tsx';

/** What a new charge begins with. */
export const NEW_CHARGE = {
  amount: '',
  type: CHARGE_TYPES[0] as (typeof GIVEN_CHARGES)[number],
  description: '',
  effective_on: '',
};

/** What is sent of what was typed. */
export function chargeOf({ amount, type, description, effective_on }: typeof NEW_CHARGE) {
  return { amount: parseAmount(amount), type, description, effective_on: effective_on || null };
}

const MISC = ENTRY_KINDS.miscCharge.type;

type ChargeFieldsProps = Pick<OnlineForm<typeof NEW_CHARGE>, 'field' | 'form' | 'set' | 'values'>;

/** Amount, type, description and due day of a charge. */
export function ChargeFields({ field, form, set, values }: ChargeFieldsProps) {
  const isRent = values.type === PRORATED_RENT;
  const choose = (typed: string) => set({ type: GIVEN_CHARGES.find((type) => type === typed) ?? MISC });
  return (
    <>
      <Field inputMode="decimal" autoComplete="off" required label="Amount" before="$" {...field('amount')} />
      <Select
        label="Type"
        required
        name="type"
        value={isRent ? MISC : values.type}
        error={form.formState.errors.type?.message}
        onChange={({ target }) => choose(target.value)}
      >
        {CHARGE_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      {(isRent || values.type === MISC) && (
        <Select
          label="What it is"
          value={values.type}
          help={
            isRent
              ? 'Leases charge the months themselves. No late fee follows rent that is charged here.'
              : undefined
          }
          onChange={({ target }) => choose(target.value)}
        >
          <option value={MISC}>Something else</option>
          <option value={PRORATED_RENT}>Prorated rent</option>
        </Select>
      )}
      <Field
        label="Description"
        required
        autoComplete="off"
        help={isRent ? 'Such as the days that it is for.' : undefined}
        {...field('description')}
      />
      <Field
        label="Due on (optional)"
        type="date"
        help="The day for which it counts, past or to come. Blank: today."
        {...field('effective_on')}
      />
    </>
  );
}
