import { sortRows, type SortKey } from './sortRows.ts';

/** By what a list of cards can stand. */
export interface ListOrder<Row> {
  /** In the address; blank is how the rows come. */
  value: string;
  label: string;
  /** By what it sorts; without it, the rows stay as they come. */
  key?: (row: Row) => SortKey;
}

/** Rows in the order that the address names; as they come for any other text. */
export function rowsInOrder<Row>(
  rows: readonly Row[],
  orders: readonly ListOrder<Row>[],
  asked: string,
): readonly Row[] {
  const key = orders.find(({ value }) => value === asked)?.key;
  return key ? sortRows(rows, key, false) : rows;
}
