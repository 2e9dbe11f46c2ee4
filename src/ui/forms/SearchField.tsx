import { Search, X } from 'lucide-react';
import { useId, useRef, type ComponentProps } from 'react';

import { classes } from '../layout/classes.ts';

interface SearchFieldProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'onChange' | 'value' | 'className' | 'ref'
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
  ...attributes
}: SearchFieldProps) {
  const ownId = useId();
  const input = useRef<HTMLInputElement>(null);
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
          {...attributes}
          ref={input}
          type="search"
          id={fieldId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="control pr-11 pl-10 [&::-webkit-search-cancel-button]:hidden"
        />
        {/* In place of the browser's own, which is small, and blue in some. */}
        {value !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted -outline-offset-2 enabled-hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </button>
        )}
      </div>
    </div>
  );
}
