import { describe, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../server/database/migrate.ts';
import { runs } from '../../support/runs.ts';
import { databaseKinds, emptyDatabases, query } from '../../support/server/databases/emptyDatabases.ts';

const BEFORE = '0096_lease_accounts.sql';
const LEASES = runs(50, 10_000);
/** How long a server of so many leases may take until it answers after an update, in milliseconds. */
const MOST_TIME = 60_000;

/** The migrations of the version before, and all of them. */
function versions() {
  const all = readMigrations();
  const before = all.slice(
    0,
    all.findIndex(({ name }) => name === BEFORE),
  );
  return { before, all };
}

describe.each(await databaseKinds())('on $kind', ({ url }) => {
  const open = emptyDatabases(url);

  test('entries of the version before come into the accounts of their leases, and every balance stays to the cent', async () => {
    const { engine } = await open();
    const versionOf = versions();
    await migrate(engine, versionOf.before);
    await engine.run(query`insert into properties (property_name, address) values ('Maple Court', 'x')`);
    await engine.run(query`insert into units (property_id, unit_number) values (1, '101'), (1, '102')`);
    await engine.run(query`
      insert into users (username, email, password_hash, first_name, last_name, unit)
      select name, name, '', name, name, unit from (values ('billed', 2), ('other', 2), ('alone', null)) as row(name, unit)`);
    await engine.run(query`
      insert into leases (unit_id, starts, ends, proration) values
        (1, '2025-01-01', '2025-12-31', 'actual_days'), (2, '2026-01-01', null, 'actual_days')`);
    await engine.run(query`
      insert into lease_tenants (lease_id, user_id, position) values (1, 1, 1), (2, 1, 1), (2, 2, 2)`);
    await engine.run(query`
      insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (2, 'rent', 1450, 1, '2026-01-01')`);
    await engine.run(query`
      insert into transactions (user_id, unit_id, amount, type, description, effective_on, reverses) values
        (1, 1, 100, 'Damage Fee', 'Of the first home', '2025-06-01', null),
        (1, 2, 1450, 'Rent', 'January', '2026-01-01', null),
        (1, 2, 30, 'Misc Charge', 'Before the lease started', '2025-12-20', null),
        (1, 2, -30, 'Reversal', 'Taken back', null, 3),
        (2, 2, -450, 'Check', 'Of the roommate', '2026-01-03', null),
        (3, null, 12.34, 'Misc Charge', 'Of nobody’s home', null, null),
        (1, null, -20, 'Check', 'Without a unit', null, null)`);
    await engine.run(query`
      insert into lease_postings (lease_charge_id, month, transaction_id, days, proration)
      values (1, '2026-01-01', 2, 31, 'actual_days')`);
    const balances = () => engine.run(query`select user_id, balance from balances order by user_id`);
    const before = await balances();
    await migrate(engine, versionOf.all);
    expect(await balances()).toEqual(before);
    expect(await engine.run(query`select id, lease_id, paid_by from transactions order by id`)).toEqual(
      [1, 2, 2, 2, null, null, null].map((lease_id, index) => ({ id: index + 1, lease_id, paid_by: null })),
    );
    // The ledger is append-only again.
    await expect(engine.run(query`update transactions set amount = 1 where id = 1`)).rejects.toThrow(
      'append-only',
    );
  });

  test(
    `${LEASES} leases with their roommates, rents and payments come over in a minute, and every balance stays to the cent`,
    { timeout: 1_200_000 },
    async () => {
      const { engine } = await open();
      const { before, all } = versions();
      await migrate(engine, before);
      await engine.run(query`insert into properties (property_name, address) values ('Maple Court', 'x')`);
      await engine.run(query`
        insert into units (property_id, unit_number) select 1, nth::text from generate_series(1, ${LEASES}::int) as nth`);
      // The first half of the people are billed; each has a roommate in the second half.
      await engine.run(query`
        insert into users (username, email, password_hash, first_name, last_name, unit)
        select 'n' || nth, 'n' || nth, '', 'n', nth::text, (nth - 1) % ${LEASES}::int + 1
        from generate_series(1, 2 * ${LEASES}::int) as nth`);
      await engine.run(query`
        insert into leases (unit_id, starts, proration)
        select nth, '2026-01-01', 'actual_days' from generate_series(1, ${LEASES}::int) as nth`);
      await engine.run(query`
        insert into lease_tenants (lease_id, user_id, position)
        select nth, nth + (place - 1) * ${LEASES}::int, place
        from generate_series(1, ${LEASES}::int) as nth cross join generate_series(1, 2) as place`);
      await engine.run(query`
        insert into lease_charges (lease_id, kind, amount, due_day, from_month)
        select nth, 'rent', 1000 + nth * 0.01, 1, '2026-01-01' from generate_series(1, ${LEASES}::int) as nth`);
      for (const month of ['2026-01-01', '2026-02-01']) {
        await engine.run(query`
          insert into transactions (user_id, unit_id, amount, type, description, effective_on)
          select nth, nth, 1000 + nth * 0.01, 'Rent', 'Rent', ${month}::date from generate_series(1, ${LEASES}::int) as nth order by nth`);
        await engine.run(query`
          insert into lease_postings (lease_charge_id, month, transaction_id, days, proration)
          select unit_id, ${month}::date, id, 31, 'actual_days' from transactions
          where type = 'Rent' and effective_on = ${month}::date`);
        await engine.run(query`
          insert into transactions (user_id, unit_id, amount, type, description, effective_on)
          select nth, (nth - 1) % ${LEASES}::int + 1, -(300 + nth % 900 + 0.37), 'Check', 'Paid', ${month}::date
          from generate_series(1, 2 * ${LEASES}::int) as nth order by nth`);
      }
      const sums = () => engine.run(query`select user_id, balance from balances order by user_id`);
      const old = await sums();
      expect(old).toHaveLength(2 * LEASES);
      const began = performance.now();
      await migrate(engine, all);
      const took = performance.now() - began;
      expect(await sums()).toEqual(old);
      expect(took).toBeLessThan(MOST_TIME);
      const [lost] = await engine.run(query`
        select count(*)::int as count from transactions
        where user_id <= ${LEASES}::int and lease_id is distinct from unit_id`);
      expect(lost).toEqual({ count: 0 });
      const wrong = await engine.run(query`
        select user_id from balances join transactions using (user_id) group by user_id, balance having balance <> sum(amount)`);
      expect(wrong).toEqual([]);
    },
  );
});
