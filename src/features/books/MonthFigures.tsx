import type { MonthReport } from '../../../contract/books/books.ts';
import { addMonths, monthName } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { totalOf } from './totalOf.ts';

interface MonthFiguresProps {
  month: string;
  /** The id of a property, or nothing for all. */
  property: string;
}

/** What was charged, collected and waived in a month, and what is open at its end, by age. */
export function MonthFigures({ month, property }: MonthFiguresProps) {
  const query = property === '' ? {} : { property };
  const report = useCachedQuery('readMonthReport', { params: { month }, query });
  return (
    <Loaded query={report} failed="Unable to load the month" loading={<Loading cards={1} />}>
      {(loaded) => (
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
          <Card title={monthName(month)}>
            <Figures
              figures={[
                ['Balances before', loaded.opening],
                ['Charged', loaded.charged],
                ['Collected', -loaded.collected],
                ['Waived', -loaded.waived],
                ...(loaded.from_deposits
                  ? [['Paid from deposits', -loaded.from_deposits] satisfies [string, number]]
                  : []),
                ['Refunded', loaded.refunded ?? 0],
                ['Balances after', loaded.closing],
              ]}
            />
          </Card>
          <Card title={isOver(month) ? 'Unpaid at month end' : 'Unpaid now'}>
            <Figures figures={agesOf(loaded)} />
          </Card>
          <p className="text-sm text-muted md:col-span-2">
            Balances after are all accounts together: what is unpaid, less what others have paid ahead. A
            month counts what is for its days, also of former tenants; of one property, what is of its homes.
            The rent roll below is of today, and of active leases alone, so that what former tenants owe is
            not in it; Payments lists them.
          </p>
        </div>
      )}
    </Loaded>
  );
}

function isOver(month: string): boolean {
  return addMonths(month, 1) <= isoDay();
}

/** By age, and how they lead to the balances: an account that owes has nothing paid ahead, and one that has owes nothing. */
function agesOf({ open, closing }: MonthReport): [string, number][] {
  const unpaid = totalOf([open.days_0_30, open.days_31_60, open.days_61_90, open.over_90]);
  return [
    ['Up to 30 days', open.days_0_30],
    ['31 to 60 days', open.days_31_60],
    ['61 to 90 days', open.days_61_90],
    ['Over 90 days', open.over_90],
    ['Total unpaid', unpaid],
    ['Paid ahead', totalOf([closing, -unpaid])],
    ['Balances after', closing],
  ];
}

/** Dollars by their names, one below the other. */
function Figures({ figures }: { figures: [string, number][] }) {
  return (
    <dl className="-my-2 divide-y divide-line">
      {figures.map(([name, dollars]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
          <dt className="text-muted">{name}</dt>
          <dd className="ml-auto font-semibold">
            <Money cents={toCents(dollars)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
