import type { ComponentProps } from 'react';
import { Field } from '../../../ui/forms/Field.tsx';

interface RequiredDepositProps {
  form: { field: (name: 'deposit_required') => Omit<ComponentProps<typeof Field>, 'label'> };
}

/** Asks which deposit a lease requires. */
export function RequiredDeposit({ form }: RequiredDepositProps) {
  return (
    <Field
      label="Deposit required (optional)"
      inputMode="decimal"
      autoComplete="off"
      before="$"
      help="It is held for the tenant and charged to nobody. Blank: none."
      {...form.field('deposit_required')}
    />
  );
}
