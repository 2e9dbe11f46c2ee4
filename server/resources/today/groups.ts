import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  MOST_TODAY_ROWS,
  type TodayGroup,
  type TodayKind,
  type TodayRow,
} from '../../../contract/today/today.ts';
import type { Sql } from '../../database/database.ts';

/** Where and when Today is asked for, and by whom. */
export interface Asked {
  /** The community's day. */
  day: string;
  /** Its time zone. */
  zone: string;
  userId: number;
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

/** The first rows of a kind, without what the caller snoozed; undefined where nothing waits. */
export async function groupOf(
  sql: Sql,
  kind: TodayKind,
  waiting: Waiting,
  asked: Asked,
): Promise<TodayGroup | undefined> {
  const rows = await sql<TodayRow & { total: number }>`
    with waiting as (
      select found.*, ${kind} || ':' || found.key as row_id, row_number() over () as place
      from (${waiting(asked)}) as found
    ), shown as (
      select waiting.*, sum(coalesce(waiting.count, 1)) over ()::integer as total from waiting
      where not exists (select from today_snoozes as snooze
        where snooze.user_id = ${asked.userId} and snooze.row_id = waiting.row_id and snooze.until > ${asked.day}::date)
      order by place limit ${MOST_TODAY_ROWS}
    )
    select shown.row_id as id, shown.day::text as day, shown.total, shown.count, left(shown.text, 200) as text,
      shown.amount,
      case when person.id is not null then json_build_object(
        'id', person.id, 'first_name', person.first_name, 'last_name', person.last_name) end as person,
      case when place.id is not null then json_build_object(
        'unit_id', units.id, 'unit_number', units.unit_number, 'property_name', place.property_name) end as home,
      case when manager.id is not null then json_build_object(
        'id', manager.id, 'name', manager.first_name || ' ' || manager.last_name) end as taken_by
    from shown
    left join users as person on person.id = shown.person
    left join units on units.id = shown.unit
    left join property_labels as place on place.id = coalesce(units.property_id, shown.property)
    left join today_taken as taken on taken.row_id = shown.row_id
    left join users as manager on manager.id = taken.user_id
    order by shown.place`;
  const [first] = rows;
  return first && { kind, total: first.total, rows: rows.map(({ total: _, ...row }) => row) };
}
