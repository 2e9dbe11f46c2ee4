import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

import { fieldAria, FieldFrame, type FieldWords } from './FieldFrame.tsx';

interface SelectProps extends Omit<ComponentProps<'select'>, 'required' | 'className'>, FieldWords {}

/** A native list, so that a phone shows its own picker; its children are <option>s. */
export function Select({
  label,
  help,
  error,
  required,
  hideLabel,
  className,
  id,
  children,
  ...select
}: SelectProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame {...{ id: fieldId, label, help, error, required, hideLabel, className }}>
      <div className="relative">
        <select
          {...select}
          {...fieldAria(fieldId, { help, error, required })}
          className="control appearance-none truncate pr-10"
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted"
        />
      </div>
    </FieldFrame>
  );
}
