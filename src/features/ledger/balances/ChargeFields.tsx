import { CHARGE_TYPES } from '../../../../contract/ledger/entryKinds.ts';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import type { OnlineForm } from '../../../forms/useOnlineForm.ts';
import { Field } from '../../../ui/forms/Field.tsx';
import { Select } from '../../../ui/forms/Select.tsx';

/** What a new charge begins with. */
export const NEW_CHARGE = { amount: '', type: CHARGE_TYPES[0], description: '', effective_on: '' };

/** What is sent of what was typed. */
export function chargeOf({ amount, type, description, effective_on }: typeof NEW_CHARGE) {
  return { amount: parseAmount(amount), type, description, effective_on: effective_on || null };
}

/** Amount, type, description and due day of a charge. */
export function ChargeFields({ field }: Pick<OnlineForm<typeof NEW_CHARGE>, 'field'>) {
  return (
    <>
      <Field inputMode="decimal" autoComplete="off" required label="Amount" before="$" {...field('amount')} />
      <Select label="Type" required {...field('type')}>
        {CHARGE_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <Field label="Description" required autoComplete="off" {...field('description')} />
      <Field
        label="Due on (optional)"
        type="date"
        help="The day for which it counts, past or to come. Blank: today."
        {...field('effective_on')}
      />
    </>
  );
}
