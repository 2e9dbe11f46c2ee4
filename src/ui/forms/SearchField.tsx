import { Search, X } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';

import { FieldFrame, useField, type FieldProps } from './FieldFrame.tsx';

interface SearchFieldProps extends Omit<
  FieldProps<ComponentProps<'input'>>,
  'onChange' | 'value' | 'ref' | 'help' | 'error'
> {
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ value, onChange, ...props }: SearchFieldProps) {
  const { frame, control, aria } = useField(props);
  const input = useRef<HTMLInputElement>(null);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-muted"
        />
        <input
          {...control}
          {...aria}
          ref={input}
          type="search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="control pr-11 pl-10 placeholder-shown:text-ellipsis [&::-webkit-search-cancel-button]:hidden"
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
    </FieldFrame>
  );
}
