import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { addMonths, monthName } from '../../../contract/values/calendar.ts';
import { dayOf } from '../../subjects/ledger/ledgerOrder.ts';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, Time, timeText } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { DayRange, isPeriod, type Period } from '../../ui/forms/DayRange.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { PaperSheet } from '../../ui/data/PaperSheet.tsx';
import { ReversedMark } from './ReversedMark.tsx';
import { lineText, monthAround, statementOf } from './statement.ts';

interface StatementSheetProps {
  entries: readonly Transaction[];
  /** Whose account it is. */
  name: string;
  /** Such as "Unit 2B, Linden House"; undefined for someone who lives in no unit. */
  place: string | undefined;
}

const CUSTOM = 'custom';

/** A statement of a month or of any days, made from the ledger that is on this device, to read or to print. */
export function StatementSheet({ entries, name, place }: StatementSheetProps) {
  const [period, setPeriod] = useState(() => monthAround(isoDay()));
  const [custom, setCustom] = useState(false);
  const months = monthsOf(entries);
  const isRight = isPeriod(period);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end gap-4 print:hidden">
        <Select
          label="Period"
          className="min-w-[min(12rem,100%)] grow sm:grow-0"
          value={custom ? CUSTOM : period.from}
          onChange={({ target }) => {
            setCustom(target.value === CUSTOM);
            if (target.value !== CUSTOM) setPeriod(monthAround(target.value));
          }}
        >
          {months.map((month) => (
            <option key={month} value={month}>
              {monthName(month)}
            </option>
          ))}
          <option value={CUSTOM}>Other days</option>
        </Select>
        {custom && <DayRange period={period} onChange={setPeriod} />}
        <Button icon={Printer} className="max-sm:w-full" disabled={!isRight} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {isRight && <Sheet entries={entries} name={name} place={place} period={period} />}
    </div>
  );
}

/** On a phone two lines for each entry, elsewhere and on paper four columns. */
const row =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 md:grid-cols-[7.5rem_minmax(0,1fr)_8rem_8rem] print:grid-cols-[7.5rem_minmax(0,1fr)_8rem_8rem] break-inside-avoid';

function Sheet({ entries, name, place, period }: StatementSheetProps & { period: Period }) {
  const { opening, lines, closing } = statementOf(entries, period);
  return (
    <PaperSheet label="Statement" kind="Statement" date={`${timeText(period.from)} – ${timeText(period.to)}`}>
      <p className="wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        {place && <span className="text-muted">{place}</span>}
      </p>
      <div>
        <div aria-hidden className={`${row} text-sm font-semibold text-muted max-md:hidden print:grid`}>
          <span>Date</span>
          <span>Description</span>
          <span className="text-right">Amount</span>
          <span className="text-right">Balance</span>
        </div>
        <Total label="Opening balance" cents={opening} />
        {lines.length === 0 && <p className="py-4 text-muted">Nothing happened in these days.</p>}
        <ul role="list">
          {lines.map(({ entry, day, balance }) => (
            <li key={entry.id} className={`${row} border-t border-line`}>
              <Time value={day} className="text-muted max-md:order-3 print:order-none" />
              <span className="min-w-0 wrap-anywhere max-md:order-1 print:order-none">
                <Line entry={entry} />
              </span>
              <Money cents={toCents(entry.amount)} className="text-right max-md:order-2 print:order-none" />
              <span className="text-right max-md:order-4 max-md:text-sm max-md:text-muted print:order-none">
                <span className="sr-only">Balance </span>
                <Money cents={balance} />
              </span>
            </li>
          ))}
        </ul>
        <Total label="Closing balance" cents={closing} />
      </div>
    </PaperSheet>
  );
}

function Line({ entry }: { entry: Transaction }) {
  const { title, rest } = lineText(entry);
  return (
    <>
      <span className="font-semibold">{title}</span> <span className="text-muted">{rest}</span>
      <ReversedMark by={entry.reversed_by} />
    </>
  );
}

function Total({ label, cents }: { label: string; cents: number }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 border-t border-edge py-3 font-bold">
      <span>{label}</span>
      <Money cents={cents} />
    </p>
  );
}

/** The months from the first entry to this one, the latest first. */
function monthsOf(entries: readonly Transaction[]): string[] {
  const now = monthAround(isoDay()).from;
  const first = entries.reduce((earliest, entry) => {
    const month = monthAround(dayOf(entry)).from;
    return month < earliest ? month : earliest;
  }, now);
  const months: string[] = [];
  for (let month = now; month >= first; month = addMonths(month, -1)) months.push(month);
  return months;
}
