import type { Database } from '../../server/database/database.ts';
import { hashPassword } from '../../server/auth/passwords.ts';

/** The size of the measured community. */
const UNITS = 10_000;
const ENTRIES = 1_000_000;
const PROPERTIES = 40;
/** Dollars per gallon, kWh and therm. */
export const RATES = { rate_water: 0.0045, rate_electric: 0.1625, rate_gas: 1.05 };
const ENTRIES_EACH = ENTRIES / UNITS;
/** How many people's entries are allocated at once. */
const PART = 500;

/**
 * Fills an empty, migrated database: 40 properties, 10,000 units with one resident each, a manager, 1,000,000 ledger
 * entries, 200 announcements and 2,000 open requests among 20,000. Everyone signs in with `porchlight`.
 */
export async function fillPortfolio({ transaction }: Database): Promise<void> {
  const password = await hashPassword('porchlight');
  await transaction(async (sql) => {
    // Without the statement timeout, since inserting a million rows takes longer.
    await sql`set local statement_timeout = 0`;
    await sql`
      insert into properties (property_name, address, phone_number, total_units)
      select 'Court ' || n, n || ' Maple Street', '5550100001', ${UNITS / PROPERTIES}
      from generate_series(1, ${PROPERTIES}::int) as n`;
    await sql`
      insert into units (property_id, unit_number, rent_amount, notes)
      select 1 + (n - 1) % ${PROPERTIES}::int, (100 + (n - 1) / ${PROPERTIES}::int)::text, 900 + n % 800, 'Unit of the bench'
      from generate_series(1, ${UNITS}::int) as n`;
    await sql`
      insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
      select 'resident' || n, 'resident' || n || '@example.com', ${password}, 'First' || n, 'Last' || n, n, false
      from generate_series(1, ${UNITS}::int) as n`;
    await sql`
      insert into users (username, email, password_hash, first_name, last_name, is_manager)
      values ('manager', 'manager@example.com', ${password}, 'Morgan', 'Reyes', true)`;
    // Summed and allocated once instead of by the triggers for each of a million rows, and checked below.
    await sql`alter table transactions disable trigger transactions_keep_balance`;
    await sql`alter table transactions disable trigger transactions_allocate`;
    await sql`
      insert into transactions (user_id, unit_id, amount, type, description, created_at)
      select 1 + n % ${UNITS}::int, 1 + n % ${UNITS}::int,
        case when n / ${UNITS}::int % 2 = 0 then 100 + n % 1500 else -(90 + n % 1400) end,
        case when n / ${UNITS}::int % 2 = 0 then 'Rent' else 'Check' end,
        case when n / ${UNITS}::int % 2 = 0 then 'Rent for a month of the bench' else 'Offline payment recorded' end,
        now() - (n / ${UNITS}::int) * interval '10 days'
      from generate_series(0, ${ENTRIES - 1}::int) as n`;
    await sql`alter table transactions enable trigger transactions_keep_balance`;
    await sql`alter table transactions enable trigger transactions_allocate`;
    await sql`insert into balances (user_id, balance) select user_id, sum(amount) from transactions group by user_id`;
    await sql`
      insert into open_amounts (transaction_id, user_id, amount, open) select id, user_id, amount, abs(amount) from transactions`;
    await sql`analyze transactions, open_amounts`;
    // By parts of the community: all of it at once is more than the server sorts in memory.
    for (let person = 1; person <= UNITS; person += PART)
      await sql`select allocate_open((select array_agg(n) from generate_series(${person}::int, ${person + PART - 1}::int) as n))`;
    await sql`insert into utility_rates (rate_water, rate_electric, rate_gas) 
      values (${RATES.rate_water}, ${RATES.rate_electric}, ${RATES.rate_gas})`;
    await sql`
      insert into announcements (user_id, announcement, announcement_type, status, publish_at)
      select ${UNITS + 1}::int, 'Announcement ' || n || ': ' || repeat('the water is off from nine to noon. ', 6),
        'General', 'approved', now() - n * interval '1 day'
      from generate_series(1, 200) as n`;
    await sql`
      insert into maintenance_requests (user_id, unit_id, information, completed, completed_at, created_at)
      select 1 + n % ${UNITS}::int, 1 + n % ${UNITS}::int, 'Request ' || n || ': the tap in the kitchen drips.',
        n % 10 <> 0, case when n % 10 <> 0 then now() end, now() - n * interval '1 hour'
      from generate_series(1, 20000) as n`;
  });
}

/** Analyzes the tables. @throws {Error} if the data is not as intended */
export async function settlePortfolio({ sql }: Database): Promise<void> {
  await sql`vacuum analyze`;
  const [found] = await sql<{ entries: number; each: number }>`
    select (select count(*) from transactions) as entries,
      (select count(*) from transactions where user_id = 1) as each`;
  if (found?.entries !== ENTRIES || found.each !== ENTRIES_EACH)
    throw new Error('The bench is not filled as meant.');
}
