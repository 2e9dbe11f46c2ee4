import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';

/** What is said around a control. */
export interface FieldTexts {
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

/** The props of a kind of field: those of its control, and the words around it. */
export type FieldProps<Control> = Omit<Control, 'type' | 'required' | 'className'> & FieldTexts;

interface FieldFrameProps extends FieldTexts {
  id: string;
  children: ReactNode;
}

/** Parts a field's props into those of `FieldFrame` and those of the control, which are tied to each other. */
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

/** Label above, control, then help and error below: the same around every kind of field. */
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
  /** Of the control that it is about. */
  id: string;
}

/** What is said below a control: its help, and what is wrong with it. */
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
