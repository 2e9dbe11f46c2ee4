import { closedNote, closedText } from '../../../../contract/books/closedMonth.ts';
import { LONGEST_DESCRIPTION } from '../../../../contract/ledger/newEntry.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';

/** What of a new entry decides for which day it counts. */
interface DatedEntry {
  description: string;
  /** Null for an entry that no manager posts. */
  created_by: number | null;
  effective_on?: string | undefined;
  reverses?: number;
  corrects?: number | undefined;
  after_closed?: boolean | undefined;
}

/**
 * Refuses a day in a closed month for what stands beside the ledger. Nobody closes a month before the transaction ends.
 * @throws {ApiError} 409 `month_closed` at the field
 */
export async function refuseClosedDay(sql: Sql, field: string, day: string): Promise<void> {
  const first_open = await readFirstOpen(sql);
  if (first_open !== null && day < first_open) throw monthClosed(field, first_open);
}

async function readFirstOpen(sql: Sql): Promise<string | null> {
  const [closed] = await sql<{ first_open: string | null }>`select first_open_day()::text as first_open`;
  return closed?.first_open ?? null;
}

function monthClosed(field: string, first_open: string): ApiError {
  const message = closedText(first_open);
  return new ApiError(409, message, {
    code: 'month_closed',
    fields: { [field]: message },
    detail: { first_open },
  });
}

/**
 * New entries as they are dated: none into a closed month. What a manager dates there is refused, unless they said that it counts
 * after it; what the server posts late counts from the first open day. Such an entry says for which day it was, and so does one that
 * corrects an entry of a closed month. Nobody closes a month before the transaction ends.
 * @param field of the day, in what the manager sent
 * @throws {ApiError} 409 `month_closed`
 */
export async function datedAfterClosed<Entry extends DatedEntry>(
  sql: Sql,
  entries: readonly Entry[],
  field: string,
): Promise<readonly Entry[]> {
  const correctedIds = entries.flatMap((entry) => entry.reverses ?? entry.corrects ?? []);
  // What counts from now on is in no closed month: a month is closed once it is over.
  if (correctedIds.length === 0 && entries.every(({ effective_on }) => effective_on === undefined))
    return entries;
  const first_open = await readFirstOpen(sql);
  if (first_open === null) return entries;
  const corrected = await readDays(sql, correctedIds);
  return entries.map((entry) => {
    const { effective_on, created_by, after_closed = created_by === null } = entry;
    if (effective_on !== undefined && effective_on < first_open) {
      if (!after_closed) throw monthClosed(field, first_open);
      return { ...entry, effective_on: first_open, description: noted(entry.description, effective_on) };
    }
    const day = corrected.get(entry.reverses ?? entry.corrects ?? 0);
    return day !== undefined && day < first_open
      ? { ...entry, description: noted(entry.description, day) }
      : entry;
  });
}

/** For which days entries count, by their ids, once a month was closed. */
async function readDays(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; day: string }>`
    select id, coalesce(effective_on, (created_at at time zone time_zone)::date)::text as day
    from transactions cross join closed_books where id = any(${ids}::int[])`;
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** As much of a description as an entry takes, with the day in a closed month that it is for. */
function noted(description: string, day: string): string {
  const note = closedNote(day);
  return (
    Array.from(description)
      .slice(0, LONGEST_DESCRIPTION - note.length)
      .join('') + note
  );
}
