import sqlTag from 'sql-template-tag';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import type { ListQuery } from '../../http/lists/listQuery.ts';

/** Each unit's last reading, and its average usage over its last six bills that were not reversed. */
export const lastReadings: ListQuery = {
  columns: sqlTag`
    units.id as unit_id, ${isoTimestamp(sqlTag`read_at`)} as read_at, month, water_usage, electric_usage, gas_usage, usual_water, usual_electric, usual_gas`,
  from: sqlTag`units cross join lateral (
    select (array_agg(taken_at order by month desc, bill.id desc))[1] as read_at,
      max(month) as month,
      (array_agg(water_usage order by month desc, bill.id desc))[1] as water_usage,
      (array_agg(electric_usage order by month desc, bill.id desc))[1] as electric_usage,
      (array_agg(gas_usage order by month desc, bill.id desc))[1] as gas_usage,
      round(avg(water_usage), 2) as usual_water, round(avg(electric_usage), 2) as usual_electric,
      round(avg(gas_usage), 2) as usual_gas
    from (
      select * from utility_bills
      where unit_id = units.id and reversed_by is null
      order by month desc, id desc limit 6
    ) as bill
  ) as reading`,
  where: sqlTag`reading.month is not null`,
  order: { keys: [{ sql: sqlTag`units.id`, type: 'id' }], direction: 'asc' },
};
