/** What a column contains; of one that refers to a record, also whose name stands in a column beside it. */
export type RecordColumn = string | { says: string; of: 'person' | 'unit' | 'property' };

/** A table of the database as a file for reading. Its columns are named as in the database. */
export interface RecordTable {
  table: string;
  /** The name of its file, where the table's own says less. */
  file?: string;
  says: string;
  columns: Readonly<Record<string, RecordColumn>>;
  /** Columns that are no record of the community, or secret, with the reason. */
  withheld?: Readonly<Record<string, string>>;
}

export const person = (says: string): RecordColumn => ({ says, of: 'person' });
export const unit = (says: string): RecordColumn => ({ says, of: 'unit' });
export const property = (says: string): RecordColumn => ({ says, of: 'property' });

export const ID = 'Its number, by which other files refer to it';
export const STORED = 'When it was stored';
export const AUTHOR = person('The manager who entered it; empty where nobody did');
/** The Idempotency-Key of a phone. */
export const KEY_OF_A_PHONE = 'a key by which a phone knows its own change again';
