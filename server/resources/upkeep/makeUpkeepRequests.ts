import { nextUpkeepDay } from '../../../contract/upkeep/upkeep.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import type { Database } from '../../database/database.ts';

interface DuePlan {
  id: number;
  next_on: string;
  first_on: string;
  every_months: number;
}

/**
 * Makes the requests of what is planned for today, each plan in a transaction of its own. Days that were missed while no server
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

/** Makes the requests of one plan that is due; resolves to whether there was one. */
async function makeNext(database: Database, today: string): Promise<boolean> {
  return database.transaction(async (sql) => {
    const [plan] = await sql<DuePlan>`
      select id, next_on, first_on, every_months from upkeep
      where ended_at is null and next_on <= ${today}
      order by next_on, id limit 1 for update skip locked`;
    if (!plan) return false;
    await sql`
      insert into maintenance_requests (user_id, by_management, unit_id, information, category, upkeep_id, upkeep_on)
      select upkeep.created_by, true, units.id, upkeep.information, upkeep.category, upkeep.id, upkeep.next_on
      from upkeep join units on units.id = upkeep.unit_id
        or (upkeep.unit_id is null and units.property_id = upkeep.property_id)
      where upkeep.id = ${plan.id}
      order by units.id
      on conflict do nothing`;
    const next = nextUpkeepDay(plan.first_on, plan.every_months, today);
    await sql`update upkeep set last_on = next_on, next_on = ${next} where id = ${plan.id}`;
    return true;
  });
}
