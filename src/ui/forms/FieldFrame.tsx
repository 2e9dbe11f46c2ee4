import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { classes } from '../layout/classes.ts';

export interface FieldWords {
  label: string;
  /** Said below the field at all times. */
  help?: ReactNode;
  /** What is wrong, said at the field; its presence marks the field invalid. */
  error?: string | undefined;
  required?: boolean | undefined;
  /** Keeps the label for screen readers only, where the place of the field already names it. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

interface FieldFrameProps extends FieldWords {
  id: string;
  children: ReactNode;
}

/** The attributes that tie a control to its words. */
export function fieldAria(
  id: string,
  { help, error, required }: Pick<FieldWords, 'help' | 'error' | 'required'>,
) {
  const described = classes(Boolean(help) && `${id}-help`, Boolean(error) && `${id}-error`);
  return {
    id,
    'aria-required': required ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described === '' ? undefined : described,
  } as const;
}

/** Label above, control, then help and error below: the same around every kind of field. */
export function FieldFrame({
  id,
  label,
  help,
  error,
  required,
  hideLabel,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label
        htmlFor={id}
        className={classes(
          hideLabel ? 'sr-only' : 'self-start text-sm font-semibold',
          required && 'required-mark',
        )}
      >
        {label}
      </label>
      {children}
      {Boolean(help) && (
        <p id={`${id}-help`} className="text-sm text-muted">
          {help}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className="flex items-start gap-1.5 text-sm font-medium wrap-anywhere text-danger"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
