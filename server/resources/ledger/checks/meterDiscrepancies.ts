import { METERS } from '../../../../contract/utilities/meters.ts';
import type { Sql } from '../../../database/database.ts';
import type { Discrepancy } from './discrepancy.ts';

/** What a meter counted is billed once, by a bill of its home, and is the usage of that bill. */
export function billedUsages(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    with used as (
      select billed_usages.*, earlier.value as from_value, later.value as to_value, meters.kind, meters.unit_id, bill.reversed_by,
        bill.unit_id as billed_unit, earlier.meter_id = meters.id and later.meter_id = meters.id as of_meter
      from billed_usages join meters on meters.id = billed_usages.meter_id
      join utility_bills as bill on bill.id = bill_id
      join meter_readings as earlier on earlier.id = from_id join meter_readings as later on later.id = to_id
    ), live as (select * from used where reversed_by is null or given_up)
    select line from (
      select one.meter_id as id, 'Bills ' || one.bill_id || ' and ' || other.bill_id || ' have the same usage of meter ' || one.meter_id
        || ', from ' || other.from_value || ' on' as line
      from live as one join live as other on other.meter_id = one.meter_id
        and (one.bill_id, one.from_id) < (other.bill_id, other.from_id)
        and one.from_id < other.to_id and other.from_id < one.to_id
      union all
      select meter_id, 'The usage of meter ' || meter_id || ' in bill ' || bill_id || ' is kept as '
        || case when reversed then 'taken back' else 'billed' end || ', and its bill is '
        || case when reversed_by is null then 'not' else 'reversed by entry ' || reversed_by end
      from used where reversed <> (reversed_by is not null)
      union all
      select meter_id, 'Bill ' || bill_id || ' of unit ' || billed_unit || ' has the usage of meter ' || meter_id || ' of unit '
        || unit_id
      from used where billed_unit <> unit_id or not of_meter
      union all
      select meter_id, 'The usage of meter ' || meter_id || ' in bill ' || bill_id || ' is ' || usage || ', and it showed '
        || from_value || ' and ' || to_value
      from used where not rolled_over and (to_value < from_value or abs(usage - (to_value - from_value) * multiplier) > multiplier)
      union all
      select bill.id, 'The meters of utility bill ' || bill.id || ' sum to ' || sums.usage || ' of ' || kind || ', and it has '
        || case kind when 'water' then water_usage when 'electric' then electric_usage else gas_usage end
      from utility_bills as bill
      join (select bill_id, kind, sum(usage) as usage from used group by bill_id, kind) as sums on sums.bill_id = bill.id
      where kind = any(${METERS}::text[])
        and sums.usage <> case kind when 'water' then water_usage when 'electric' then electric_usage else gas_usage end
    ) as discrepancies order by id`;
}
