import { Download } from 'lucide-react';
import { useState } from 'react';
import type { BalanceOn, JournalFormat } from '../../../contract/books/books.ts';
import { toCents } from '../../../contract/values/money.ts';
import { addMonths, daysIn } from '../../../contract/values/calendar.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { saveCsv } from '../../ui/files/csv.ts';
import { saveFile } from '../../ui/files/saveFile.ts';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { DayRange, isPeriod } from '../../ui/forms/DayRange.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { balancesOnTable, postingsTable } from './bookTables.ts';
import { totalOf } from './totalOf.ts';

interface DownloadsProps extends Pick<ReturnType<typeof useOnlineChange>, 'busy' | 'change'> {
  /** Whose days are offered first. */
  month: string;
  /** The id of a property, or nothing for all. */
  property: string;
}

const EXTENSIONS: Record<JournalFormat, string> = { hledger: 'journal', beancount: 'beancount' };

/** The files of some days for an accountant, which the server makes. */
export function Downloads({ month, property, busy, change }: DownloadsProps) {
  const online = useOnline();
  const [period, setPeriod] = useState({ from: month, to: lastDay(month) });
  const { from, to } = period;
  const disabled = !online || !isPeriod(period);
  const query = { ...period, ...(property === '' ? {} : { property }) };
  const saveJournal = (format: JournalFormat) =>
    change({
      route: 'readJournal',
      input: { query: { ...query, format } },
      failed: (reason) => `The journal could not be made: ${reason}`,
      onDone: ({ journal }) =>
        saveFile(
          `porchlight-${from}-to-${to}.${EXTENSIONS[format]}`,
          new Blob([journal], { type: 'text/plain;charset=utf-8' }),
        ),
    });
  return (
    <Card title="For the accountant">
      <div className="flex flex-wrap items-end gap-4 max-sm:*:w-full">
        <DayRange period={period} onChange={setPeriod} />
      </div>
      <div className="grid grid-cols-pair gap-3 sm:flex sm:flex-wrap">
        <Button
          variant="secondary"
          icon={Download}
          {...{ busy, disabled }}
          onClick={() => void saveJournal('hledger')}
        >
          Journal
        </Button>
        <Button
          variant="secondary"
          icon={Download}
          {...{ busy, disabled }}
          onClick={() => void saveJournal('beancount')}
        >
          Beancount
        </Button>
        <Button
          variant="secondary"
          icon={Download}
          {...{ busy, disabled }}
          onClick={() =>
            void change({
              route: 'readPostings',
              input: { query },
              failed: (reason) => `The postings could not be made: ${reason}`,
              onDone: (postings) => void saveCsv(postingsTable(postings, period)),
            })
          }
        >
          Postings
        </Button>
        <Button
          variant="secondary"
          icon={Download}
          {...{ busy, disabled }}
          onClick={() =>
            void change({
              route: 'readBalancesOn',
              input: { params: { day: to } },
              done: (balances) => balancesText(balances, to),
              failed: (reason) => `The balances could not be made: ${reason}`,
              onDone: (balances) => void saveCsv(balancesOnTable(balances, to)),
            })
          }
        >
          Balances on the last day
        </Button>
      </div>
      <p className="text-sm text-muted">
        The journal is double-entry text, which hledger and ledger read, or beancount; the postings are the
        same as a CSV file, with debits and credits. All name each tenant, property and unit. The balances are
        a CSV file of all properties.
      </p>
    </Card>
  );
}

/** "3 balances on Oct 31, 2026, $1,250.00 in all." */
function balancesText(balances: readonly BalanceOn[], day: string): string {
  const count = balances.length === 1 ? '1 balance' : `${numberText(balances.length)} balances`;
  const total = totalOf(balances.map(({ balance }) => balance));
  return `${count} on ${timeText(day)}, ${moneyText(toCents(total))} in all.`;
}

/** The last day of a month; today while it goes on. */
function lastDay(month: string): string {
  const today = isoDay();
  const last = `${month.slice(0, 8)}${String(daysIn(month))}`;
  return addMonths(month, 1) > today ? today : last;
}
