import { joinClasses } from '../layout/joinClasses.ts';

interface FilterBarProps<Value extends string> {
  /** The accessible name of the group, such as "Status". */
  label: string;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
}

export function FilterBar<Value extends string>({ label, options, value, onChange }: FilterBarProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={joinClasses(
            'min-h-11 min-w-11 rounded-full border px-2.5 text-sm font-semibold transition-colors sm:px-4 sm:text-[0.9375rem]',
            option.value === value
              ? 'border-ink bg-ink text-paper'
              : 'border-edge bg-surface text-ink enabled-hover:bg-sunken',
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <span className="ml-1.5 font-medium tabular-nums">{option.count.toLocaleString('en-US')}</span>
          )}
        </button>
      ))}
    </div>
  );
}
