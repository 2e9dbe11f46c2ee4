import { numberText } from '../../../contract/values/numberText.ts';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { SearchField } from '../forms/SearchField.tsx';
import { matching } from './matchesSearch.ts';

/**
 * A search, and which of the rows contain what is typed. Typing goes on while ten thousand rows are searched.
 * @param textsOf what of a row is searched; a function that stays the same
 */
export function useListSearch<T>(rows: readonly T[], textsOf: (row: T) => (string | null | undefined)[]) {
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed.trim());
  const isBlank = sought === '';
  const texts = useMemo(() => (isBlank ? undefined : rows.map(textsOf)), [rows, isBlank, textsOf]);
  const found = useMemo(() => {
    const matches = matching(sought);
    return texts ? rows.filter((_, index) => matches(...(texts[index] ?? []))) : rows;
  }, [rows, texts, sought]);
  return { typed, setTyped, sought, found, all: rows.length };
}

interface ListSearchProps {
  label: string;
  search: Pick<ReturnType<typeof useListSearch>, 'typed' | 'setTyped' | 'found' | 'all'>;
  /** The singular and plural noun of a row. */
  one: string;
  many: string;
  /** Shown beside the field. */
  action?: ReactNode;
}

/** The search field of a list, with the number of matches: "25 units", or "3 of 25 units". */
export function ListSearch({ label, search, one, many, action }: ListSearchProps) {
  const { typed, setTyped, found, all } = search;
  const everything = `${numberText(all)} ${all === 1 ? one : many}`;
  return (
    <div className="mb-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3 max-sm:*:grow">
        <SearchField
          label={label}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          className="min-w-0 grow basis-64"
        />
        {action}
      </div>
      <p role="status" className="text-sm text-muted tabular-nums">
        {found.length === all ? everything : `${numberText(found.length)} of ${everything}`}
      </p>
    </div>
  );
}
