import type { ReactNode } from 'react';
import type { Deposit, DepositEntry } from '../../../contract/deposits/deposit.ts';
import { toCents } from '../../../contract/values/money.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';
import { depositEntryText } from './depositTexts.ts';
import { EntryPhotos } from './EntryPhotos.tsx';

interface DepositEntriesProps {
  deposit: Deposit;
  /** What can be done with an entry, below it. */
  actionOf?: (entry: DepositEntry) => ReactNode;
}

/** All that happened to a deposit, in the order of the days. */
export function DepositEntries({ deposit, actionOf }: DepositEntriesProps) {
  return (
    <ul role="list" className="divide-y divide-line">
      {deposit.entries.map((entry) => (
        <li
          key={entry.id}
          className="flex break-inside-avoid flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5"
        >
          <span
            className={joinClasses('min-w-0 flex-[1_1_12rem] wrap-anywhere', isGone(entry) && 'text-muted')}
          >
            <span className={joinClasses(isGone(entry) && 'line-through')}>{depositEntryText(entry)}</span>
            <Time value={entry.day} className="block text-sm text-muted" />
          </span>
          <Money cents={toCents(entry.amount)} className={joinClasses(isGone(entry) && 'text-muted')} />
          {actionOf?.(entry)}
          <EntryPhotos entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function isGone({ reversed_by }: DepositEntry): boolean {
  return reversed_by !== null;
}
