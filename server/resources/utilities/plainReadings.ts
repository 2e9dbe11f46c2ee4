import type { Sql as Part } from 'sql-template-tag';
import type { Sql } from '../../database/database.ts';

interface Reading {
  value: number;
  /** Such as `2026-05-26`. */
  read_on: string;
  estimated?: boolean | undefined;
  note?: string | null | undefined;
  author: number;
  /** As SQL. */
  capturedAt: Part;
}

/** Stores what a meter showed without a bill, and returns the reading's id. The next bill counts from it. */
export async function insertReading(
  sql: Sql,
  meter: number,
  { value, read_on, estimated = false, note = null, author, capturedAt }: Reading,
): Promise<number> {
  const [reading] = await sql<{ id: number }>`
    insert into meter_readings (meter_id, kind, value, read_on, estimated, note, without_bill, taken_at, created_by)
    values (${meter}, 'read', ${value}, ${read_on}, ${estimated}, ${note}, true, ${capturedAt}, ${author}) returning id`;
  if (!reading) throw new Error('The reading was not returned.');
  return reading.id;
}
