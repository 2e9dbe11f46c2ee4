import type { ImportTable } from '../../../../../contract/imports/importTables.ts';

/** A program whose exports are known by their headings. Headings are in lower case, letters and digits alone. */
export interface KnownSystem {
  /** As people are told. */
  name: string;
  /** Where its headings are from. */
  source: string;
  table: ImportTable;
  /** The headings by which it is known: a sheet has all of them. */
  headings: readonly string[];
  /** The heading of each column of the table. */
  columns: Readonly<Record<string, string>>;
}
