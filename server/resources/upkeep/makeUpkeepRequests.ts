import { nextUpkeepDay } from '../../../contract/upkeep/upkeep.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import type { Database } from '../../database/database.ts';

interface DuePlan {
  id: number;
  next_on: string;
  first_on: string;
  every_months: number;
}

/** How many homes get their request in one transaction, so that a large property keeps nobody else from writing for long. */
const HOMES_AT_ONCE = 50;

/**
 * Makes the requests of what is planned for today, some homes of one plan at a time. Days that were missed while no server
 * ran are made once, for the earliest of them.
 * @param zone the community's; a plan's day begins there
 */
export async function makeUpkeepRequests(
  database: Database,
  { zone, stopping, now = new Date() }: { zone: string; stopping?: AbortSignal; now?: Date },
): Promise<void> {
  const today = dayIn(zone, now);
  let made = true;
  while (made && !stopping?.aborted) made = await makeNext(database, today);
}

/** Makes the next requests of one plan that is due, each home’s once; resolves to whether there was one. */
async function makeNext(database: Database, today: string): Promise<boolean> {
  return database.transaction(async (sql) => {
    const [plan] = await sql<DuePlan>`
      select id, next_on, first_on, every_months from upkeep
      where ended_at is null and next_on <= ${today}
      order by next_on, id limit 1 for update skip locked`;
    if (!plan) return false;
    const made = await sql`
      insert into maintenance_requests (user_id, by_management, unit_id, information, category, upkeep_id, upkeep_on)
      select upkeep.created_by, true, units.id, upkeep.information, upkeep.category, upkeep.id, upkeep.next_on
      from upkeep join units on units.id = upkeep.unit_id
        or (upkeep.unit_id is null and units.property_id = upkeep.property_id)
      where upkeep.id = ${plan.id} and not exists (
        select from maintenance_requests as made
        where made.upkeep_id = upkeep.id and made.upkeep_on = upkeep.next_on and made.unit_id = units.id)
      order by units.id limit ${HOMES_AT_ONCE}
      on conflict do nothing returning id`;
    // The day stays until every home has its request, so that what a stopped server left is made by the next.
    if (made.length === HOMES_AT_ONCE) return true;
    const next = nextUpkeepDay(plan.first_on, plan.every_months, today);
    await sql`update upkeep set last_on = next_on, next_on = ${next} where id = ${plan.id}`;
    return true;
  });
}
