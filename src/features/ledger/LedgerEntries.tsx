import { useCallback, useMemo, type ReactNode } from 'react';
import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { entryText } from '../../subjects/ledger/entryText.ts';
import { balancesAfter, newestFirst } from '../../subjects/ledger/ledgerOrder.ts';
import { ListSearch, useListSearch } from '../../ui/data/ListSearch.tsx';
import { moneyText } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { Entries } from './Entries.tsx';
import { EntryDetail } from './EntryDetail.tsx';
import { ExportButton } from '../../ui/files/ExportButton.tsx';
import { ledgerTable } from './csvTables.ts';

interface LedgerEntriesProps {
  entries: Transaction[];
  /** Whether these are all. */
  whole: boolean;
  /** Whose they are, as the exported file says. */
  owner: string;
  /** Shown where there are none. */
  empty: string;
  /** What management does with the entry that is open. */
  children?: (opened: Transaction, close: () => void) => ReactNode;
}

/** A ledger, the search through it where there is anything to find, and the entry that is open. */
export function LedgerEntries({ entries, whole, owner, empty, children }: LedgerEntriesProps) {
  const ordered = useMemo(() => newestFirst(entries), [entries]);
  const balances = useMemo(() => (whole ? balancesAfter(entries) : undefined), [entries, whole]);
  const search = useListSearch(ordered, textsOf);
  const { address, open, close } = useDialogAddress();
  const opened = entries.find(({ id }) => String(id) === address.get('entry'));
  // One that never changes, as what is open is none of the list's business.
  const openEntry = useCallback((id: number) => open({ entry: String(id) }), [open]);
  return (
    <>
      {entries.length > 0 && (
        <ListSearch
          label="Search by type, description, date or amount"
          search={search}
          one="entry"
          many="entries"
          action={whole && <ExportButton table={() => ledgerTable(entries, owner)} />}
        />
      )}
      <Entries
        entries={search.found}
        balances={balances}
        empty={entries.length > 0 ? 'No entry matches your search.' : empty}
        onOpen={openEntry}
      />
      {opened && (
        <EntryDetail
          key={opened.id}
          entry={opened}
          {...{ entries, whole }}
          onOpen={openEntry}
          onClose={close}
        >
          {children?.(opened, close)}
        </EntryDetail>
      )}
    </>
  );
}

/** An entry as it is shown, searched as one text: its amount with and without the comma, and what its receipt tells. */
function textsOf({ type, amount, reference, receipt_number, ...entry }: Transaction): string[] {
  const money = moneyText(toCents(amount));
  const found = [type, entryText(entry), timeText(dateOf(entry)), money, money.replaceAll(',', '')];
  return [[...found, reference ?? '', receipt_number ?? ''].join('\n')];
}
