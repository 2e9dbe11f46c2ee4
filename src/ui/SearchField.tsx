import { Search } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

import { classes } from './classes.ts';

interface SearchFieldProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'onChange' | 'value' | 'className'
> {
  label: string;
  hideLabel?: boolean | undefined;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

export function SearchField({
  label,
  hideLabel = false,
  value,
  onChange,
  className,
  id,
  ...input
}: SearchFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={fieldId} className={hideLabel ? 'sr-only' : 'self-start text-sm font-semibold'}>
        {label}
      </label>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-muted"
        />
        <input
          {...input}
          type="search"
          id={fieldId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="control pl-10"
        />
      </div>
    </div>
  );
}
