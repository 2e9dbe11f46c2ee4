import { Fragment, type Key, type ReactNode } from 'react';

import { classes } from './classes.ts';
import { useMediaQuery } from './mediaQuery.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | undefined;
  /** Its place on a phone's card: the heading, the foot (for buttons), or, if not given, a line of label and value. */
  card?: 'title' | 'actions' | undefined;
}

interface TableProps<Row> {
  /** Names the table to a screen reader. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => Key;
  /** Shown in place of the table when there are no rows. */
  empty: ReactNode;
}

/** A table from 768 px; below, each row is a card. */
export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (rows.length === 0) {
    return (
      <div className="rounded-card border border-dashed border-edge px-5 py-10 text-center text-muted">
        {empty}
      </div>
    );
  }
  return wide ? (
    <Rows {...{ caption, columns, rows, rowKey }} />
  ) : (
    <Cards {...{ caption, columns, rows, rowKey }} />
  );
}

function Rows<Row>({ caption, columns, rows, rowKey }: Omit<TableProps<Row>, 'empty'>) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface shadow-card">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ key, header, align, card }) => (
              <th
                key={key}
                scope="col"
                className={classes(
                  'px-4 py-3 text-sm font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5',
                  align === 'right' && 'text-right',
                )}
              >
                {card === 'actions' ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0">
              {columns.map(({ key, cell, align, card }) => (
                <td
                  key={key}
                  className={classes(
                    'px-4 py-3 align-middle first:pl-5 last:pr-5',
                    align === 'right' && 'text-right tabular-nums',
                    card === 'title' && 'font-semibold',
                  )}
                >
                  {card === 'actions' ? <div className="flex justify-end gap-1">{cell(row)}</div> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>({ caption, columns, rows, rowKey }: Omit<TableProps<Row>, 'empty'>) {
  const titles = columns.filter(({ card }) => card === 'title');
  const lines = columns.filter(({ card }) => card === undefined);
  const actions = columns.filter(({ card }) => card === 'actions');
  return (
    <ul aria-label={caption} className="flex flex-col gap-3">
      {rows.map((row) => (
        <li key={rowKey(row)} className="rounded-card border border-line bg-surface p-4 shadow-card">
          {titles.map(({ key, cell }) => (
            <div key={key} className="mb-2 text-lg leading-snug font-semibold">
              {cell(row)}
            </div>
          ))}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
            {lines.map(({ key, header, cell }) => (
              <Fragment key={key}>
                <dt className="text-muted">{header}</dt>
                <dd className="min-w-0 text-right tabular-nums">{cell(row)}</dd>
              </Fragment>
            ))}
          </dl>
          {actions.map(({ key, cell }) => (
            <div key={key} className="mt-3 flex flex-wrap gap-2 border-t border-line pt-3 [&>*]:grow">
              {cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
