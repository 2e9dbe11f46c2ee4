import type { ComponentProps } from 'react';
import { Field } from '../../../ui/forms/Field.tsx';

/** Asks which deposit a lease requires. */
export function RequiredDeposit(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label="Deposit required (optional)"
      inputMode="decimal"
      autoComplete="off"
      before="$"
      help="It is held for the tenant and charged to nobody. Blank: none."
      {...props}
    />
  );
}
