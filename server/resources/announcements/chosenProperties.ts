import type { Announcement } from '../../../contract/announcements/announcement.ts';
import type { Sql } from '../../database/database.ts';
import { fieldError } from '../../http/apiError.ts';

/**
 * The properties that an announcement is for as they are stored, each once. None of them is deleted before the transaction ends.
 * @throws {ApiError} 400 for a property that is not there
 */
export async function lockChosen(sql: Sql, chosen: readonly number[] | null): Promise<number[] | null> {
  if (chosen === null) return null;
  const rows = await sql<{ id: number }>`
    select id from properties where id = any(${chosen}::int[]) order by id for key share`;
  if (rows.length < new Set(chosen).size) {
    throw fieldError(400, 'property_ids', 'A property that you chose is not there any more.');
  }
  return rows.map(({ id }) => id);
}

/** Whom an announcement is for, in the record of its changes: the names of its properties; null for everyone. */
export async function namesOf(
  sql: Sql,
  announcement: Pick<Announcement, 'property_ids'> | undefined,
): Promise<string | null> {
  const ids = announcement?.property_ids ?? null;
  if (ids === null) return null;
  const [row] = await sql<{ names: string | null }>`
    select string_agg(property_name, ', ' order by id) as names from property_labels where id = any(${ids}::int[])`;
  return row?.names ?? 'Nobody';
}

/** Whether two announcements are for the same people. */
export function haveSameReaders(
  one: Pick<Announcement, 'property_ids'>,
  other: Pick<Announcement, 'property_ids'>,
): boolean {
  return String(one.property_ids ?? null) === String(other.property_ids ?? null);
}
