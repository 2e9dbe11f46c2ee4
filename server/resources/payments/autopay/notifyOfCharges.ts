import { addDays } from '../../../../contract/values/calendar.ts';
import type { Database, Sql } from '../../../database/database.ts';
import { notify } from '../../../notifications/notify.ts';
import { plannedCharges, type PlannedCharge } from './announceCharges.ts';

/** How many days before autopay charges somebody is told, as they were promised when they set it up. */
const DAYS_BEFORE = 3;

/** How many people one transaction looks at. */
const BATCH = 500;

interface Options {
  /** The community's time zone. */
  zone: string;
  now?: Date;
  /** Ends the work between two batches. */
  stopping?: AbortSignal;
}

/**
 * Tells people of what autopay charges within the next days, or does not as it is paused, once for each day. Whoever was told with the
 * rent of these days is told nothing more, so that it belongs after `notifyOfRent`.
 */
export async function notifyOfCharges(
  database: Pick<Database, 'transaction'>,
  { zone, now = new Date(), stopping }: Options,
): Promise<void> {
  let after: number | undefined = 0;
  while (after !== undefined && !stopping?.aborted) {
    const from: number = after;
    after = await database.transaction((sql) => notifyOfBatch(sql, { zone, now, after: from }));
  }
}

/** Tells the next people after one. Returns the last of them; none where there are no more. */
async function notifyOfBatch(
  sql: Sql,
  { zone, now, after }: { zone: string; now: Date; after: number },
): Promise<number | undefined> {
  const rows = await sql<{ user_id: number }>`
    select user_id from autopay where user_id > ${after} order by user_id limit ${BATCH}`;
  const ids = rows.map(({ user_id }) => user_id);
  const soon = (await plannedCharges(sql, ids, { zone, now })).filter(
    ({ today, day, is_retry }) => !is_retry && day > today && day <= addDays(today, DAYS_BEFORE),
  );
  const told = await toldWithRent(sql, soon);
  await notify(
    sql,
    ...soon
      .filter(({ user_id }) => !told.has(user_id))
      .map(({ user_id, day, text }) => ({
        kind: 'autopay_due_soon' as const,
        to: [user_id],
        data: { charged_on: day, text },
        once: `autopay-due:${user_id}:${day}`,
      })),
  );
  return rows.length < BATCH ? undefined : ids.at(-1);
}

/** Which of these people were told of the charge with the rent that is due on its day, or up to three days before. */
async function toldWithRent(sql: Sql, planned: readonly PlannedCharge[]): Promise<Set<number>> {
  if (planned.length === 0) return new Set();
  const rows = await sql<{ user_id: number }>`
    select charge.user_id
    from jsonb_to_recordset(${planned}::jsonb) as charge(user_id int, day date)
    where exists (
      select from notifications join notification_events as event on event.id = notifications.event_id
      where notifications.user_id = charge.user_id and event.kind = 'rent_due_soon' and event.data ? 'autopay'
        and (event.data ->> 'due_on')::date between charge.day - ${DAYS_BEFORE}::int and charge.day)`;
  return new Set(rows.map(({ user_id }) => user_id));
}
