import { METERS } from '../../../../contract/utilities/meters.ts';
import type { Sql } from '../../../database/database.ts';
import type { Discrepancy } from './discrepancy.ts';

/** The lines of a bill by tariff are of its usage, and sum to its costs. */
export function billWorkings(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    with kinds as (
      select bill.id, kind, working, case kind when 'water' then water_usage when 'electric' then electric_usage else gas_usage end as usage,
        case kind when 'water' then water_cost when 'electric' then electric_cost else gas_cost end as cost
      from utility_bills as bill, unnest(${METERS}::text[]) as kind where working is not null
    ), lines as (
      select kinds.id, kinds.kind, part, quantity, rate, amount
      from kinds, jsonb_to_recordset(working) as line(kind text, part text, quantity numeric, rate numeric, amount numeric)
      where line.kind = kinds.kind
    ), sums as (
      select kinds.id, kinds.kind, kinds.usage, kinds.cost, coalesce(sum(amount), 0) as amount,
        coalesce(sum(quantity) filter (where part = 'usage'), 0) as quantity
      from kinds left join lines using (id, kind) group by kinds.id, kinds.kind, kinds.usage, kinds.cost
    )
    select line from (
      select id, 'The lines of utility bill ' || id || ' sum to ' || amount || ' for ' || kind || ', and it costs ' || cost as line
      from sums where amount <> cost
      union all
      select id, 'The lines of utility bill ' || id || ' are of ' || quantity || ' of ' || kind || ', and it has ' || usage
      from sums where quantity <> usage
      union all
      select id, 'A line of utility bill ' || id || ' is not its quantity times its rate'
      from lines where part = 'usage' and amount <> round(quantity * rate, 2)
    ) as discrepancies order by id`;
}
