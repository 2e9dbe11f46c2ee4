import type { Key } from 'react';
import type { Column } from '../data/Table.tsx';
import type { SortKey } from './sortRows.ts';

export interface ListColumn<Row> extends Column<Row> {
  /** By what the column sorts; without it, it does not. */
  sort?: ((row: Row) => SortKey) | undefined;
}

/** Some of the rows, with their number on a button. */
export interface Chip<Row> {
  /** In the address. */
  value: string;
  label: string;
  has: (row: Row) => boolean;
}

export interface Sorting {
  /** The column's key. */
  key: string;
  down: boolean;
}

/** What a list is about. Functions, columns and chips that stay the same, so that rows are searched and sorted only as they change. */
export interface ListOptions<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /**
   * What of a row is searched: all that it shows.
   * @param isPhrase whether several words are sought
   */
  textsOf: (row: Row, isPhrase: boolean) => readonly (string | null | undefined)[];
  columns: readonly ListColumn<Row>[];
  chips?: readonly Chip<Row>[];
  /** The chip that is chosen at first; without one, the first. */
  chip?: string;
  /** How the rows stand at first; without it, as they come. */
  order?: Sorting;
  /** What the order is called in which the rows come. */
  asTheyCome?: string;
  /** The most rows that are shown. */
  most?: number;
}
