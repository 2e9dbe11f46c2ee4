import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { QUIET_HOURS } from '../../contract/notifications/notification.ts';

/** The moment itself, or the end of the quiet hours in which it falls, on the clock of the time zone. */
export function afterQuietHours(moment: Part, zone: string): Part {
  const local = sqlTag`((${moment}) at time zone ${zone}::text)`;
  const end = (days: number) =>
    sqlTag`((${local}::date + ${days}::int) + make_interval(hours => ${QUIET_HOURS.to})) at time zone ${zone}::text`;
  return sqlTag`
    case when extract(hour from ${local}) >= ${QUIET_HOURS.from} then ${end(1)}
      when extract(hour from ${local}) < ${QUIET_HOURS.to} then ${end(0)}
      else ${moment} end`;
}
