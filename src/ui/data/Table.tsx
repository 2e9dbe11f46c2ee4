import { Fragment, type Key, type ReactNode } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';
import { useMediaQuery } from '../layout/mediaQuery.ts';
import { VirtualList, VirtualTable, type GoTo } from './VirtualList.tsx';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | undefined;
  /** Its place on a card: heading, foot (for buttons), or by default a line with label and value. */
  card?: 'title' | 'actions' | undefined;
  /** The width of the column as a class such as `w-36`, so that the browser need not measure every row. */
  width?: string | undefined;
}

interface TableProps<Row> {
  /** The accessible name of the table. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** The id of each row's element, which can then take the focus. */
  rowId?: ((row: Row) => string) | undefined;
  goTo?: GoTo | undefined;
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode;
}

/** The estimated heights of a row and a card, in pixels. */
const ROW = 61;
const CARD = 190;

/** A table from 960 px on, cards below: in a narrower one names stand letter below letter. Only rows near the screen are rendered. */
export function Table<Row>({ empty, ...table }: TableProps<Row>) {
  const wide = useMediaQuery('(min-width: 60rem)');
  if (table.rows.length === 0) {
    return (
      <div className="rounded-card border border-dashed border-edge px-5 py-12 text-center text-muted">
        {empty}
      </div>
    );
  }
  return wide ? <Rows {...table} /> : <Cards {...table} />;
}

type ListProps<Row> = Omit<TableProps<Row>, 'empty'>;

function Rows<Row>({ columns, ...list }: ListProps<Row>) {
  const head = columns.map(({ key, header, align, card, width }) => (
    <th
      key={key}
      scope="col"
      className={joinClasses(
        'px-3 py-3 text-sm font-semibold text-muted first:pl-5 last:pr-5',
        align === 'right' && 'text-right',
        width,
      )}
    >
      {card === 'actions' ? <span className="sr-only">{header}</span> : header}
    </th>
  ));
  return (
    <VirtualTable {...list} height={ROW} head={head}>
      {(row) =>
        columns.map(({ key, cell, align, card }) => (
          <td
            key={key}
            className={joinClasses(
              'px-3 py-2 align-middle wrap-anywhere first:pl-5 last:pr-5',
              align === 'right' && 'text-right tabular-nums',
              card === 'title' && 'font-semibold',
            )}
          >
            {card === 'actions' ? (
              <div className="flex flex-wrap justify-end gap-1 whitespace-nowrap">{cell(row)}</div>
            ) : (
              cell(row)
            )}
          </td>
        ))
      }
    </VirtualTable>
  );
}

function Cards<Row>({ columns, ...list }: ListProps<Row>) {
  const titles = columns.filter(({ card }) => card === 'title');
  const lines = columns.filter(({ card }) => card === undefined);
  const actions = columns.filter(({ card }) => card === 'actions');
  return (
    <VirtualList {...list} height={CARD}>
      {(row) => (
        <div className="@container rounded-card border border-line bg-surface p-[min(1rem,5vw)] shadow-card">
          {titles.map(({ key, cell }) => (
            <div key={key} className="mb-2 text-lg leading-snug font-semibold wrap-anywhere">
              {cell(row)}
            </div>
          ))}
          <dl className="grid grid-cols-1 gap-x-4 gap-y-1.5 @min-[13rem]:grid-cols-[minmax(5.5rem,30%)_1fr]">
            {lines.map(({ key, header, cell }) => (
              <Fragment key={key}>
                <dt className="text-muted">{header}</dt>
                <dd className="min-w-0 wrap-anywhere tabular-nums">{cell(row)}</dd>
              </Fragment>
            ))}
          </dl>
          {actions.map(({ key, cell }) => (
            <div
              key={key}
              className="mt-3 grid grid-cols-1 gap-2 border-t border-line pt-3 @min-[13rem]:grid-cols-2 @min-[13rem]:*:only:col-span-2"
            >
              {cell(row)}
            </div>
          ))}
        </div>
      )}
    </VirtualList>
  );
}
