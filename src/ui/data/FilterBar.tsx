import { numberText } from '../../../contract/values/numberText.ts';
import { useLayoutEffect, useRef } from 'react';
import { joinClasses } from '../layout/joinClasses.ts';

interface FilterBarProps<Value extends string> {
  /** The accessible name of the group, such as "Status". */
  label: string;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Chips, of which one is chosen; on a phone in one line that scrolls, so that what they choose from is seen. */
export function FilterBar<Value extends string>({ label, options, value, onChange }: FilterBarProps<Value>) {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (line.current) showChosen(line.current);
  }, [options.length, value]);
  return (
    <div
      ref={line}
      role="group"
      aria-label={label}
      // The margin has room for the outline of the focus, which scrolling would cut off.
      className="relative -m-1 flex [scrollbar-width:none] gap-1.5 overflow-x-auto p-1 sm:flex-wrap"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={joinClasses(
            'min-h-11 min-w-11 shrink-0 rounded-full border px-2.5 text-sm font-semibold transition-colors sm:px-4 sm:text-[0.9375rem]',
            option.value === value
              ? 'border-ink bg-ink text-paper'
              : 'border-edge bg-surface text-ink enabled-hover:bg-sunken',
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <span className="ml-1.5 font-medium tabular-nums">{numberText(option.count)}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Brings what is chosen into the line's sight, and leaves the page where it is. */
function showChosen(line: HTMLElement): void {
  const chosen = line.querySelector<HTMLElement>('[aria-pressed="true"]');
  if (!chosen) return;
  const { offsetLeft: left, offsetWidth: width } = chosen;
  if (left < line.scrollLeft) line.scrollLeft = left;
  else if (left + width > line.scrollLeft + line.clientWidth)
    line.scrollLeft = left + width - line.clientWidth;
}
