import sqlTag, { join, type Sql as Part } from 'sql-template-tag';

/** One expression that a list is ordered by; a time has no parts below a millisecond. */
export interface SortKey {
  sql: Part;
  type: 'text' | 'time' | 'number' | 'id';
}

/** The last key is unique, so that every row has a place of its own. */
export interface Order {
  keys: readonly SortKey[];
  direction: 'asc' | 'desc';
}

/** A query whose rows are answered as a list, whole or in pages. An index should have the order's keys. */
export interface ListQuery {
  /** Their names are the fields of the answer. */
  columns: Part;
  from: Part;
  where: Part;
  order: Order;
}

/** The statement of the whole list. */
export function wholeList({ columns, from, where, order }: ListQuery): Part {
  return sqlTag`select ${columns} from ${from} where ${where} ${orderBy(order)}`;
}

export function orderBy({ keys, direction }: Order): Part {
  const way = direction === 'asc' ? sqlTag`asc` : sqlTag`desc`;
  return sqlTag`order by ${join(keys.map(({ sql }) => sqlTag`${sql} ${way}`))}`;
}
