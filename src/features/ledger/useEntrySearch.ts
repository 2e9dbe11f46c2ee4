import { useDeferredValue, useMemo, useState } from 'react';
import type { Transaction } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import { matching } from '../../ui/data/matchesSearch.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';

/** Searches a ledger as it is shown: by type, description, date and amount, with or without its comma. */
export function useEntrySearch(entries: Transaction[] | undefined) {
  const [search, setSearch] = useState('');
  // Typing goes on while ten thousand entries are looked through.
  const sought = useDeferredValue(search);
  const isBlank = sought.trim() === '';
  const texts = useMemo(() => (isBlank ? undefined : entries?.map(textOf)), [entries, isBlank]);
  const found = useMemo(() => {
    if (!texts) return entries;
    const matches = matching(sought);
    return entries?.filter((_, index) => matches(texts[index]));
  }, [entries, texts, sought]);
  return { search, setSearch, found };
}

function textOf({ type, description, created_at, amount }: Transaction): string {
  const money = moneyText(toCents(amount));
  return [type, description, timeText(created_at), money, money.replaceAll(',', '')].join('\n');
}
