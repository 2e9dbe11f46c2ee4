import type { VacantHome } from '../../../contract/books/books.ts';
import type { Sql } from '../../database/database.ts';

/** The homes without a lease that runs today and without anybody who lives there, by property and unit. */
export async function listVacantHomes(sql: Sql, zone: string): Promise<VacantHome[]> {
  return sql<VacantHome>`
    with today as (select (now() at time zone ${zone})::date as day)
    select units.id as unit_id, units.unit_number, units.property_id, properties.property_name,
      units.rent_amount as market_rent, today.day - past.ends as days_vacant
    from units cross join today join property_labels as properties on properties.id = units.property_id
    left join lateral (
      select max(ends) as ends from leases where leases.unit_id = units.id and leases.ends < today.day
    ) as past on true
    where not exists (select from users where users.unit = units.id and users.is_current_user)
      and not exists (select from leases where leases.unit_id = units.id and leases.starts <= today.day
        and coalesce(leases.ends, 'infinity') >= today.day)
    order by properties.property_name, units.property_id, unit_order(units.unit_number), units.unit_number`;
}
