import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { classes } from '../layout/classes.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
}

export function Checkbox({ label, help, error, className, id, ...input }: CheckboxProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = classes(Boolean(help) && `${fieldId}-help`, Boolean(error) && `${fieldId}-error`);
  return (
    <div className={className}>
      <label htmlFor={fieldId} className="flex min-h-11 items-center gap-3 font-medium">
        <input
          {...input}
          type="checkbox"
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
          className="checkbox"
        />
        {label}
      </label>
      {Boolean(help) && (
        <p id={`${fieldId}-help`} className="pl-8 text-sm text-muted">
          {help}
        </p>
      )}
      {error && (
        <p id={`${fieldId}-error`} role="alert" className="flex gap-1.5 pl-8 text-sm font-medium text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
