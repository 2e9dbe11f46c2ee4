import type { ComponentProps } from 'react';
import { Field } from '../../ui/forms/Field.tsx';

/** A code of the authenticator app, or a recovery code. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return <Field label="Code" inputMode="numeric" autoComplete="one-time-code" required {...props} />;
}
