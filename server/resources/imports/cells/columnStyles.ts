import type { DateOrder } from '../../../../contract/imports/imports.ts';
import { importColumns } from '../../../../contract/imports/importTables.ts';
import { textOf, type Cell } from '../files/sheet.ts';
import { nameStyleOf, type NameStyle } from './names.ts';
import type { Matched } from '../columns/matchColumns.ts';

/** How the cells of a sheet's columns are written, as all of them together tell. */
export interface ColumnStyles {
  /** By the place of a column: which part of its dates comes first, where one of them can be read in one way alone. */
  dates: ReadonlyMap<number, DateOrder>;
  /** The same of all columns together. */
  order: DateOrder | undefined;
  /** The places of columns whose amounts have a comma before the cents. */
  decimalCommas: ReadonlySet<number>;
  /** Or as a person said, where the cells do not tell. */
  names: NameStyle | undefined;
}

/** A column is a step. */
export function* columnStyles(
  rows: readonly (readonly Cell[])[],
  { table, columns }: Pick<Matched, 'table' | 'columns'>,
): Generator<undefined, ColumnStyles> {
  const dates = new Map<number, DateOrder>();
  const decimalCommas = new Set<number>();
  const found = new Set<DateOrder>();
  for (const [name, place] of Object.entries(columns)) {
    yield;
    const kind = table ? importColumns(table)[name]?.kind : undefined;
    const texts = rows.flatMap((cells) => (typeof cells[place] === 'string' ? [textOf(cells[place])] : []));
    if (kind === 'amount' && hasDecimalComma(texts)) decimalCommas.add(place);
    if (kind !== 'day' && kind !== 'month' && name !== 'lease_dates') continue;
    const orders = new Set(texts.flatMap(ordersOf));
    for (const order of orders) found.add(order);
    const [only] = orders;
    if (only && orders.size === 1) dates.set(place, only);
  }
  yield;
  const [order] = found.size === 1 ? found : [];
  const place = columns.full_name;
  const names = place === undefined ? undefined : nameStyleOf(rows.map((cells) => textOf(cells[place])));
  return { dates, order, decimalCommas, names };
}

/** What the dates of a text tell of their order: 15 is no month. */
function ordersOf(text: string): DateOrder[] {
  return [...text.matchAll(/(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/g)].flatMap(
    ([, first, second]) => {
      if (Number(first) > 12 && Number(second) <= 12) return ['day_first' as const];
      return Number(second) > 12 && Number(first) <= 12 ? ['month_first' as const] : [];
    },
  );
}

/** Whether one amount of a column has a comma before its cents, and none a point. */
function hasDecimalComma(texts: readonly string[]): boolean {
  const comma = texts.some((text) => /\d,\d{2}\D*$/.test(text) && !/\.\d{1,2}\D*$/.test(text));
  return comma && !texts.some((text) => /\.\d{1,2}\D*$/.test(text));
}
