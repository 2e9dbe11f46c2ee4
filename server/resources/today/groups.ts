import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  LONGEST_TODAY_TEXT,
  MOST_TODAY_ROWS,
  TAKEN_DAYS,
  type TodayGroup,
  type TodayKind,
} from '../../../contract/today/today.ts';
import type { Sql } from '../../database/database.ts';

/** Where and when Today is asked for, and by whom. */
export interface Asked {
  /** The community's day. */
  day: string;
  /** Its time zone. */
  zone: string;
  userId: number;
  /** Whether this server is to make backups. */
  makesBackups: boolean;
}

/**
 * What waits of one kind, as a query of these columns, in its order: `key`, an integer that names the row; `day`; `person`, a user's
 * id; `unit`, a unit's id, or `property`, a property's; `amount`, `count` and `text`. Those that a kind lacks are null.
 */
export type Waiting = (asked: Asked) => Part;

/** The columns that a kind lacks. */
export const NONE = {
  person: sqlTag`null::integer as person`,
  unit: sqlTag`null::integer as unit`,
  property: sqlTag`null::integer as property`,
  amount: sqlTag`null::numeric as amount`,
  count: sqlTag`null::integer as count`,
  text: sqlTag`null::text as text`,
};

/** Whether something was said of a row since it waits, and not of what waited under its id before. What comes is said of at any time. */
const saidOf = (at: Part, since: Part, { day, zone }: Asked) =>
  sqlTag`((${at} at time zone ${zone})::date >= ${since} or ${since} > ${day}::date) is not false`;

/** The first rows of a kind, without what the caller hid, and how much that is. */
export async function groupOf(
  sql: Sql,
  kind: TodayKind,
  waiting: Waiting,
  asked: Asked,
): Promise<TodayGroup & { hidden: number }> {
  const [group] = await sql<Pick<TodayGroup, 'total' | 'rows'> & { hidden: number }>`
    with waiting as (
      select found.*, ${kind} || ':' || found.key as row_id, row_number() over () as place
      from (${waiting(asked)}) as found
    ), marked as (
      select waiting.*, exists (
        select from today_snoozes as snooze
        where snooze.user_id = ${asked.userId} and snooze.row_id = waiting.row_id and snooze.until > ${asked.day}::date
          and ${saidOf(sqlTag`snooze.snoozed_at`, sqlTag`waiting.day`, asked)}) as is_hidden
      from waiting
    ), shown as (
      select * from marked where not is_hidden order by place limit ${MOST_TODAY_ROWS}
    )
    select (select coalesce(sum(coalesce(count, 1)), 0)::integer from marked where not is_hidden) as total,
      (select count(*)::integer from marked where is_hidden) as hidden,
      coalesce((
        select json_agg(json_build_object(
          'id', shown.row_id, 'day', shown.day, 'count', shown.count, 'text', left(shown.text, ${LONGEST_TODAY_TEXT + 1}),
          'amount', shown.amount,
          'person', case when person.id is not null then json_build_object(
            'id', person.id, 'first_name', person.first_name, 'last_name', person.last_name) end,
          'home', case when home.id is not null then json_build_object(
            'unit_id', units.id, 'unit_number', units.unit_number, 'property_name', home.property_name) end,
          'taken_by', case when manager.id is not null then json_build_object(
            'id', manager.id, 'name', manager.first_name || ' ' || manager.last_name) end) order by shown.place)
        from shown
        left join users as person on person.id = shown.person
        left join units on units.id = shown.unit
        left join property_labels as home on home.id = coalesce(units.property_id, shown.property)
        left join today_taken as taken on taken.row_id = shown.row_id
          and taken.taken_at > now() - make_interval(days => ${TAKEN_DAYS})
          and ${saidOf(sqlTag`taken.taken_at`, sqlTag`shown.day`, asked)}
        left join users as manager on manager.id = taken.user_id and manager.is_manager and manager.is_current_user
      ), '[]') as rows`;
  if (!group) throw new Error('A kind of Today was not answered.');
  return { kind, ...group };
}
