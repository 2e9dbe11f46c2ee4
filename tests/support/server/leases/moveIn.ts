import { monthOf } from '../../../../contract/values/calendar.ts';
import { server } from '../world.ts';
import type { Household } from './homesModel.ts';
import { RENT } from './lateFees.ts';

const PERCENTS = [undefined, [60, 40], [34, 33, 33], [25, 75], undefined, [50, 20, 30], [1, 99]];

/** A household that moves into a home on a day: how many rent it follows from its shares. */
export async function moveIn(unit: number, starts: string, place: number): Promise<Household> {
  const percents = PERCENTS[place % PERCENTS.length];
  const tenants: number[] = [];
  for (let nth = 0; nth < (percents?.length ?? 1 + (place % 2)); nth++) {
    const name = `home${unit}-${place}-${nth}`;
    const [person] = await server.database.sql<{ id: number }>`
      insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
      values (${name}, ${`${name}@example.com`}, (select password_hash from users where id = 2), 'Robin', ${name}, ${unit}, false)
      returning id`;
    tenants.push(person!.id);
  }
  const [lease] = await server.database.sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, shares_in, shares_set_at)
    values (${unit}, ${starts}, 'actual_days', ${percents ? 'percent' : null}, ${percents ? starts : null}) returning id`;
  await server.database.sql`
    insert into lease_tenants (lease_id, user_id, position, share)
    select ${lease!.id}, user_id, position, share
    from unnest(${tenants}::int[], ${percents ?? tenants.map(() => null)}::numeric[]) with ordinality
      as tenant (user_id, share, position)`;
  await server.database.sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month)
    values (${lease!.id}, 'rent', ${RENT}, 1, ${monthOf(starts)})`;
  return { lease: lease!.id, unit, tenants, percents };
}
