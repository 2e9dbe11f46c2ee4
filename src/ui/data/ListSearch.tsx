import type { ReactNode } from 'react';
import { SearchField } from '../forms/SearchField.tsx';

interface ListSearchProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** How many rows were found of how many there are, and how one and several are called. */
  counts: { found: number; all: number; one: string; many: string };
  /** Stands beside the field. */
  action?: ReactNode;
}

/** The search above a list, and how much of the list it leaves. */
export function ListSearch({ label, value, onChange, counts, action }: ListSearchProps) {
  return (
    <div className="mb-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3 max-sm:*:grow">
        <SearchField
          label={label}
          value={value}
          onChange={onChange}
          autoComplete="off"
          className="min-w-0 grow basis-64"
        />
        {action}
      </div>
      <p role="status" className="text-sm text-muted tabular-nums">
        {countWords(counts)}
      </p>
    </div>
  );
}

/** "25 units", or "3 of 25 units". */
function countWords({ found, all, one, many }: ListSearchProps['counts']): string {
  const everything = `${all.toLocaleString('en-US')} ${all === 1 ? one : many}`;
  return found === all ? everything : `${found.toLocaleString('en-US')} of ${everything}`;
}
