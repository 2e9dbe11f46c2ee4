import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  REMINDED_DAYS,
  REMINDER_WORDS,
  reminderText,
  type LatePerson,
  type RemindersSent,
} from '../../../contract/reminders/reminder.ts';
import { routes } from '../../../contract/routes.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notify, type NewNotification } from '../../notifications/notify.ts';
import { reachedBy } from '../../notifications/reachedBy.ts';
import { pastDueBefore } from '../ledger/pastDue.ts';

/** The routes by which management reminds who is late. */
export function reminders(app: FastifyInstance): void {
  const { zone } = app.context;
  const today = () => ({ zone: zone.current(), day: dayIn(zone.current(), new Date()) });

  registerRoute(app, routes.readReminders, async ({ sql }) => {
    const asked = today();
    return {
      words: (await readWords(sql)) ?? REMINDER_WORDS,
      day: asked.day,
      late: await listLate(sql, asked, sqlTag`true`),
    };
  });

  registerRoute(app, routes.sendReminders, async ({ sql, user, body }) => {
    const { user_ids, words } = body;
    // Locked, so that two managers who remind somebody at the same moment do it once.
    await sql`select id from users where id = any(${user_ids}::integer[]) order by id for no key update`;
    const { day, zone } = today();
    const late = await listLate(sql, { day, zone }, sqlTag`past_due.user_id = any(${user_ids}::integer[])`);
    const since = addDays(day, -REMINDED_DAYS);
    const isRecent = ({ reminded }: LatePerson) =>
      reminded !== null && dayIn(zone, new Date(reminded.at)) > since;
    const due = body.again ? late : late.filter((person) => !isRecent(person));
    if (body.keep_words) await keepWords(sql, user.id, words);
    const reminded = await remind(app, sql, { author: user.id, day, words, due });
    const dueIds = new Set(due.map(({ user_id }) => user_id));
    const lateIds = new Set(late.map(({ user_id }) => user_id));
    const named = [...new Set(user_ids)];
    return {
      reminded,
      recent: named.filter((id) => lateIds.has(id) && !dueIds.has(id)),
      left_out: named.filter((id) => !lateIds.has(id)),
    };
  });
}

interface Asked {
  author: number;
  day: string;
  words: string;
  due: readonly LatePerson[];
}

/** Tells each of what is past due, and notes it on them. */
async function remind(
  app: FastifyInstance,
  sql: Sql,
  { author, day, words, due }: Asked,
): Promise<RemindersSent['reminded']> {
  if (due.length === 0) return [];
  const kind = 'payment_reminder';
  const told = due.map((person) => ({ ...person, text: reminderText(words, person, day) }));
  const channels = await reachedBy(app, sql, { kind, people: due.map(({ user_id }) => user_id) });
  const reached = (id: number) => channels.get(id) ?? [];
  await notify(
    sql,
    ...told.map(({ user_id, amount, text }): NewNotification => ({
      kind,
      to: [user_id],
      data: { amount, text },
    })),
  );
  await sql`
    insert into notes (user_id, text, author_id, reached)
    select user_id, text, ${author}, array(select jsonb_array_elements_text(reached))
    from jsonb_to_recordset(${told.map(({ user_id, text }) => ({ user_id, text, reached: reached(user_id) }))}::jsonb)
      as row(user_id integer, text text, reached jsonb)`;
  return due.map(({ user_id }) => ({ user_id, reached: reached(user_id) }));
}

/** Who is late, by the longest, with the last reminder of what they owe since then. */
function listLate(sql: Sql, asked: { day: string; zone: string }, where: Part): Promise<LatePerson[]> {
  return sql<LatePerson>`
    select past_due.user_id, users.first_name, users.last_name, units.unit_number, home.property_name,
      past_due.amount, past_due.since, case when last.id is not null then json_build_object(
        'at', ${isoTimestamp(sqlTag`last.created_at`)}, 'text', last.text, 'reached', last.reached) end as reminded
    from (${pastDueBefore(asked)}) as past_due
    join users on users.id = past_due.user_id
    left join units on units.id = users.unit
    left join property_labels as home on home.id = units.property_id
    left join lateral (
      select * from notes
      where notes.user_id = past_due.user_id and reached is not null
        and (created_at at time zone ${asked.zone})::date >= past_due.since
      order by created_at desc, id desc limit 1) as last on true
    where ${where}
    order by past_due.since, past_due.amount desc, past_due.user_id`;
}

async function readWords(sql: Sql): Promise<string | null> {
  const [community] = await sql<{ reminder_words: string | null }>`select reminder_words from community`;
  return community?.reminder_words ?? null;
}

async function keepWords(sql: Sql, author: number, words: string): Promise<void> {
  const before = { reminder_words: await readWords(sql) };
  const after = { reminder_words: words === REMINDER_WORDS ? null : words };
  if (before.reminder_words === after.reminder_words) return;
  await sql`
    insert into community (reminder_words) values (${after.reminder_words})
    on conflict (id) do update set reminder_words = excluded.reminder_words`;
  const changes = changesOf(['reminder_words'], before, after);
  await recordAudit(sql, author, [{ subject: 'community', subject_id: 1, action: 'changed', changes }]);
}
