import { useId, useState, type ComponentProps } from 'react';

import { fieldAria, FieldFrame, type FieldWords } from './FieldFrame.tsx';

interface PasswordFieldProps
  extends Omit<ComponentProps<'input'>, 'type' | 'required' | 'className'>, FieldWords {}

/** A password with a way to see what is typed. Give `autoComplete`: "current-password" or "new-password". */
export function PasswordField({
  label,
  help,
  error,
  required,
  hideLabel,
  className,
  id,
  ...input
}: PasswordFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...{ id: fieldId, label, help, error, required, hideLabel, className }}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...fieldAria(fieldId, { help, error, required })}
          type={shown ? 'text' : 'password'}
          className="control pr-16"
        />
        {/* Named by its word alone, so that the label "Password" names one thing on the screen. */}
        <button
          type="button"
          aria-controls={fieldId}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 min-w-14 rounded-control px-3 text-sm font-semibold text-accent-ink -outline-offset-2"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldFrame>
  );
}
