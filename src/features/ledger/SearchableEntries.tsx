import type { ReactNode } from 'react';
import type { Transaction } from '../../../contract/ledger.ts';
import { ListSearch } from '../../ui/data/ListSearch.tsx';
import { Entries } from './Entries.tsx';
import { useEntrySearch } from './useEntrySearch.ts';

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
  const { search, setSearch, found = [] } = useEntrySearch(entries);
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
