import type { Product } from './product.ts';
import { onDatabaseOf } from './tenants.ts';

/** Gives the demo's people long names, amounts in the millions, many entries and 120 unread notifications, and restarts the server. */
export async function fill(product: Product): Promise<void> {
  await product.kill('SIGTERM');
  await onDatabaseOf(product, async (sql) => {
    await sql`
      update users set first_name = first_name || ' Maximiliana-Wilhelmina Featherstonehaugh'
      where username in ('resident', 'manager')`;
    await sql`
      update users set last_name = last_name || ' Wolfeschlegelsteinhausenbergerdorff'
      where id in (select id from users where not is_manager and username <> 'resident' order by id limit 3)`;
    await sql`
      insert into transactions (user_id, unit_id, amount, type, description, created_at)
      select users.id, users.unit, 1000000, 'Misc Charge', 'A very large charge ' || number, now() - interval '400 days'
      from users, generate_series(1, 9) as number
      where users.username = 'resident'`;
    await sql`
      insert into transactions (user_id, unit_id, amount, type, description, created_at)
      select users.id, users.unit, 0.01, 'Misc Charge', 'One of many ' || number, now() - interval '401 days'
      from users, generate_series(1, 60) as number
      where users.username = 'resident'`;
    await sql`
      with events as (
        insert into notification_events (kind, title, body, path, queued_at)
        select 'announcement_published', 'Announcement ' || number, repeat('Water is off until noon. ', 8), '/announcements', now()
        from generate_series(1, 120) as number returning id)
      insert into notifications (event_id, user_id)
      select events.id, users.id from events, users where username in ('resident', 'manager')`;
  });
  await product.resume();
}
