import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { dayIn, zoneOf } from '../../../contract/values/timeZone.ts';
import type { Sql } from '../../database/database.ts';

/** The day at a property (`properties`) at a moment, as an expression; the community's where it has no zone of its own. */
export async function localDayOf(sql: Sql, { zone, now }: { zone: string; now: Date }): Promise<Part> {
  const zones = await sql<{ time_zone: string }>`
    select distinct time_zone from properties where time_zone is not null`;
  const days = Object.fromEntries(
    zones.map(({ time_zone }) => [time_zone, dayIn(zoneOf(time_zone, zone), now)]),
  );
  return sqlTag`coalesce((${days}::jsonb ->> properties.time_zone)::date, ${dayIn(zone, now)}::date)`;
}
