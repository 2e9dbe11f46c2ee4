import { useId, type ComponentProps } from 'react';

import { fieldAria, FieldFrame, type FieldWords } from './FieldFrame.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'required' | 'className'>, FieldWords {}

export function TextArea({
  label,
  help,
  error,
  required,
  hideLabel,
  className,
  id,
  rows = 5,
  ...area
}: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame {...{ id: fieldId, label, help, error, required, hideLabel, className }}>
      <textarea
        {...area}
        {...fieldAria(fieldId, { help, error, required })}
        rows={rows}
        className="control resize-y leading-normal"
      />
    </FieldFrame>
  );
}
