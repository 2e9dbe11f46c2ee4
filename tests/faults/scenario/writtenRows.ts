import type { OutboxItem } from '../../../src/offline/engine/database.ts';
import type { TestServer } from '../../support/server/server.ts';
import type { People } from '../people.ts';
import { textOf, textPrefix, type Said, type Written } from '../expected.ts';

/** What was written, as the server has it. */
export interface WrittenRow {
  subject: string;
  text: string;
  user_id: number;
  /** The digests of its photos, in any order. */
  photos: string[];
}

/** What people of a schedule wrote and said, with what arrived of its photos. */
export async function readWritten(
  { database: { sql } }: TestServer,
  pattern: string,
  people: People,
): Promise<WrittenRow[]> {
  const ids = people.map(({ id }) => id);
  return sql<WrittenRow>`
    select subject, text, user_id, array(
        select photos.sha256 from named_photos as named join photos on photos.id = named.photo_id
        where named.record_kind = made.record_kind and named.record_id = made.record_id and removed_at is null
      ) as photos
    from (
      select kind as subject, text, author_id as user_id, 'event' as record_kind, id::text as record_id
      from maintenance_events
      union all
      select 'note', text, author_id, null, null from notes
      union all
      select 'message', text, author_id, null, null from messages
      union all
      select 'notice', text, given_by, null, null from entry_notices
      union all
      select 'answer', text, user_id, null, null from entry_notice_answers
      union all
      select 'deposit', description, created_by, null, null from deposit_entries
      union all
      select 'reading', note, created_by, null, null from meter_readings
      union all
      select 'inspection', rooms #>> '{0,items,0,remark}', saved_by, 'inspection', id::text from inspections
    ) as made
    where user_id = any(${ids}::int[]) and text like ${pattern}`;
}

/** What the server has of something that was written, and what of it is still on the phone. */
export function foundOf(
  expected: Said | Written,
  { tag, written, items }: { tag: string; written: readonly WrittenRow[]; items: readonly OutboxItem[] },
) {
  const prefix = textPrefix(tag, expected);
  const subject = expected.kind === 'said' ? expected.event : expected.subject;
  const rows = written.filter(
    ({ text, user_id, ...row }) =>
      text.startsWith(prefix) && user_id === expected.author.id && row.subject === subject,
  );
  return {
    made: rows.length,
    items: items.filter(
      (item) =>
        textOf(item).startsWith(prefix) ||
        // Its photos follow it by the id that the phone gave it.
        (expected.kind === 'written' && item.record === `inspection:${expected.id}`),
    ),
    photos: rows[0]?.photos ?? [],
  };
}
