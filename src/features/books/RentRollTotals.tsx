import type { RentRollRow } from '../../../contract/books/books.ts';
import { toCents } from '../../../contract/values/money.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { Money } from '../../ui/data/Money.tsx';
import { totalOf } from './totalOf.ts';

interface RentRollTotalsProps {
  /** Those that are shown: all leases, or what a search has found. */
  rows: readonly RentRollRow[];
  /** What the charges of the month are called. */
  charged: string;
}

/** A line on a phone, a column on a wide screen. */
const FIGURE = 'flex flex-wrap items-baseline justify-between gap-x-4 sm:block';

/** What the leases of the rent roll come to together. */
export function RentRollTotals({ rows, charged }: RentRollTotalsProps) {
  const units = new Set(rows.map((row) => JSON.stringify([row.property_name, row.unit_number]))).size;
  const later = rows.flatMap(({ later_rent }) => later_rent?.amount ?? []);
  const figures: [string, number][] = [
    ['Monthly rent', totalOf(rows.map(({ rent }) => rent))],
    ...(later.length > 0 ? [['Rent that begins later', totalOf(later)] satisfies [string, number]] : []),
    [charged, totalOf(rows.map((row) => row.charged))],
    ['Paid', totalOf(rows.map(({ paid }) => paid))],
    ['Unpaid', totalOf(rows.map(({ open }) => open))],
  ];
  return (
    <dl
      aria-label="Totals of the rent roll"
      className="flex flex-col gap-2 rounded-card border border-line bg-surface px-4 py-3 sm:flex-row sm:flex-wrap sm:gap-x-10 sm:gap-y-3 sm:px-5 sm:py-4"
    >
      <div className={FIGURE}>
        <dt className="text-muted sm:text-sm">{units === 1 ? 'Unit' : 'Units'}</dt>
        <dd className="font-bold tabular-nums sm:text-lg">{numberText(units)}</dd>
      </div>
      {figures.map(([name, dollars]) => (
        <div key={name} className={FIGURE}>
          <dt className="text-muted sm:text-sm">{name}</dt>
          <dd className="font-bold sm:text-lg">
            <Money cents={toCents(dollars)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
