import type { FastifyInstance } from 'fastify';
import { addMonths, monthName } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { routes } from '../../../contract/routes.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

interface Closed {
  /** The last closed month; null where none is. */
  month: string | null;
}

/** The routes by which managers close months and open them again. The ledger's door keeps what is posted out of them. */
export function closing(app: FastifyInstance): void {
  const { zone } = app.context;

  registerRoute(app, routes.readClosing, ({ sql }) => readClosed(sql));

  registerRoute(app, routes.closeMonth, async ({ sql, user, params: { month } }) => {
    if (addMonths(month, 1) > dayIn(zone.current(), new Date())) {
      throw new ApiError(409, `${monthName(month)} can be closed once it is over.`, {
        code: 'month_not_over',
      });
    }
    const before = await lockClosed(sql);
    if (before.month !== null && before.month >= month) return before;
    await sql`
      insert into closed_books (month, time_zone) values (${month}, ${zone.current()})
      on conflict (one_row) do update set month = excluded.month, time_zone = excluded.time_zone`;
    await audit(sql, user.id, { action: 'closed', before, after: { month } });
    return { month };
  });

  registerRoute(app, routes.reopenMonth, async ({ sql, user, params: { month } }) => {
    const before = await lockClosed(sql);
    if (before.month === null || before.month < month) {
      throw new ApiError(409, `${monthName(month)} is not closed.`, { code: 'month_not_closed' });
    }
    // Without an entry before it there is nothing left to keep closed.
    const after = { month: (await hasEntryBefore(sql, month)) ? addMonths(month, -1) : null };
    await (after.month === null
      ? sql`delete from closed_books`
      : sql`update closed_books set month = ${after.month}`);
    await audit(sql, user.id, { action: 'reopened', before, after });
    return after;
  });
}

/** Waits for whoever is posting, so that nothing is dated into a month that is closed meanwhile. */
async function lockClosed(sql: Sql): Promise<Closed> {
  await sql`lock table closed_books in exclusive mode`;
  return readClosed(sql);
}

async function readClosed(sql: Sql): Promise<Closed> {
  const [closed] = await sql<Closed>`select month::text as month from closed_books`;
  return closed ?? { month: null };
}

/** Whether any entry of the ledger or of a deposit counts for a day before a month. */
async function hasEntryBefore(sql: Sql, month: string): Promise<boolean> {
  const found = await sql`
    select where exists (select from transactions cross join closed_books
        where coalesce(effective_on, (created_at at time zone time_zone)::date) < ${month}::date)
      or exists (select from deposit_entries where day < ${month}::date)`;
  return found.length > 0;
}

/** The books are one record, with id 1. */
async function audit(
  sql: Sql,
  author: number,
  { action, before, after }: { action: string; before: Closed; after: Closed },
): Promise<void> {
  const changes = changesOf(['month'], before, after);
  await recordAudit(sql, author, [{ subject: 'books', subject_id: 1, action, changes }]);
}
