import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';

/** The label and messages of a control. */
export interface FieldTexts {
  label: string;
  /** The help text below the field. */
  help?: ReactNode;
  /** The error message; its presence marks the field as invalid. */
  error?: string | undefined;
  required?: boolean | undefined;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

/** The props of a field: those of its control and of its frame. */
export type FieldProps<Control> = Omit<Control, 'type' | 'required' | 'className'> & FieldTexts;

interface FieldFrameProps extends FieldTexts {
  id: string;
  children: ReactNode;
}

/** Splits a field's props into those of `FieldFrame` and of the control, and links both by ids. */
export function useField<Props extends FieldTexts & { id?: string | undefined }>(props: Props) {
  const ownId = useId();
  const { label, help, error, required, hideLabel, className, id = ownId, ...control } = props;
  const described = joinClasses(Boolean(help) && `${id}-help`, Boolean(error) && `${id}-error`);
  const aria = {
    id,
    'aria-required': required ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described === '' ? undefined : described,
  } as const;
  return { frame: { id, label, help, error, required, hideLabel, className }, control, aria };
}

/** Label, control, help and error message: the same for every kind of field. */
export function FieldFrame({
  id,
  label,
  required,
  hideLabel,
  className,
  children,
  ...texts
}: FieldFrameProps) {
  return (
    <div className={joinClasses('flex flex-col gap-1.5', className)}>
      <label
        htmlFor={id}
        className={joinClasses(
          hideLabel ? 'sr-only' : 'self-start text-sm font-semibold',
          required && 'required-mark',
        )}
      >
        {label}
      </label>
      {children}
      <FieldHelp id={id} {...texts} />
    </div>
  );
}

interface FieldHelpProps extends Pick<FieldTexts, 'help' | 'error' | 'className'> {
  /** The id of the control. */
  id: string;
}

/** The help text and error message below a control. */
export function FieldHelp({ id, help, error, className }: FieldHelpProps) {
  return (
    <>
      {Boolean(help) && (
        <p id={`${id}-help`} className={joinClasses('text-sm text-muted', className)}>
          {help}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className={joinClasses(
            'flex items-start gap-1.5 text-sm font-medium wrap-anywhere text-danger',
            className,
          )}
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </>
  );
}
