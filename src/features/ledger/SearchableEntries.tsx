import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import type { Transaction } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import { ListSearch } from '../../ui/data/ListSearch.tsx';
import { matching } from '../../ui/data/matchesSearch.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { Entries } from './Entries.tsx';

interface SearchableEntriesProps {
  entries: Transaction[];
  /** Shown where there are none. */
  empty: string;
  onOpen: (id: number) => void;
  /** Stands beside the search. */
  action?: ReactNode;
}

/** A ledger, and the search through it where there is anything to find. */
export function SearchableEntries({ entries, empty, onOpen, action }: SearchableEntriesProps) {
  const [search, setSearch] = useState('');
  // Typing goes on while ten thousand entries are looked through.
  const sought = useDeferredValue(search);
  const isBlank = sought.trim() === '';
  const texts = useMemo(() => (isBlank ? undefined : entries.map(textOf)), [entries, isBlank]);
  const found = useMemo(() => {
    const matches = matching(sought);
    return texts ? entries.filter((_, index) => matches(texts[index])) : entries;
  }, [entries, texts, sought]);
  return (
    <>
      {entries.length > 0 && (
        <ListSearch
          label="Search by type, description, date or amount"
          value={search}
          onChange={setSearch}
          counts={{ found: found.length, all: entries.length, one: 'entry', many: 'entries' }}
          action={action}
        />
      )}
      <Entries
        entries={found}
        empty={entries.length > 0 ? 'No entry matches your search.' : empty}
        onOpen={onOpen}
      />
    </>
  );
}

/** An entry as it is shown and searched: its amount with and without the comma. */
function textOf({ type, description, created_at, amount }: Transaction): string {
  const money = moneyText(toCents(amount));
  return [type, description, timeText(created_at), money, money.replaceAll(',', '')].join('\n');
}
