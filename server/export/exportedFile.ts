import type { Sql as Part } from 'sql-template-tag';

/** A column of a file of an export, as its heading and its line in the read-me. */
export interface ExportedColumn {
  name: string;
  says: string;
}

/** A table that an export writes as one CSV file, or as several where it is long. */
export interface ExportedFile {
  /** Its path in the archive, without `.csv`. */
  path: string;
  says: string;
  columns: readonly ExportedColumn[];
  /** Selects `cells`, a JSON array of the columns' texts; rows with one `together` come into one file. */
  query: Part;
  /** What one file of it may have at most. */
  limits: { rows: number; bytes: number };
}
