import { useId, type ComponentProps } from 'react';

import { classes } from '../layout/classes.ts';
import { readComma } from './decimalComma.ts';
import { fieldAria, FieldFrame, type FieldWords } from './FieldFrame.tsx';

interface FieldProps extends Omit<ComponentProps<'input'>, 'required' | 'className'>, FieldWords {
  /** A unit said before or after what is typed, such as "$" or "gal". */
  before?: string | undefined;
  after?: string | undefined;
}

/** A one-line field; spread `register('name')` on it. `required` marks it and leaves the checking to the form. */
export function Field({
  label,
  help,
  error,
  required,
  hideLabel,
  className,
  before,
  after,
  id,
  ...input
}: FieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame {...{ id: fieldId, label, help, error, required, hideLabel, className }}>
      <div className="relative">
        {before && <Unit className="left-3">{before}</Unit>}
        <input
          {...(input.inputMode === 'decimal' ? { onBeforeInput: readComma } : {})}
          // A wheel over the field that has the focus would change its number unseen.
          {...(input.type === 'number' ? { onWheel: (event) => event.currentTarget.blur() } : {})}
          {...input}
          {...fieldAria(fieldId, { help, error, required })}
          className={classes(
            'control',
            (input.type === 'number' || input.inputMode === 'decimal') && 'tabular-nums',
            before && 'pl-7',
            after && 'pr-14',
          )}
        />
        {after && <Unit className="right-3">{after}</Unit>}
      </div>
    </FieldFrame>
  );
}

function Unit({ children, className }: { children: string; className: string }) {
  return (
    <span
      aria-hidden
      className={classes('pointer-events-none absolute inset-y-0 flex items-center text-muted', className)}
    >
      {children}
    </span>
  );
}
