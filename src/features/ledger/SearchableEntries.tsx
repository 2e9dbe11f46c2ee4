import type { ReactNode } from 'react';
import type { Transaction } from '../../../contract/ledger.ts';
import { SearchField } from '../../ui/SearchField.tsx';
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
        <div className="mb-4 flex flex-wrap items-end gap-3">
          <SearchField
            label="Search the ledger"
            placeholder="Type, description, date or amount"
            value={search}
            onChange={setSearch}
            className="min-w-0 grow basis-64"
          />
          {action}
        </div>
      )}
      <p role="status" className="sr-only">
        {search && `${found.length} of ${entries.length} entries`}
      </p>
      <Entries
        entries={found}
        empty={entries.length > 0 ? 'No entry matches your search.' : empty}
        onOpen={onOpen}
      />
    </>
  );
}
