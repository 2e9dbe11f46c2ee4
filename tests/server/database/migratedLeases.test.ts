import { describe, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../server/database/migrate.ts';
import { databaseKinds, emptyDatabases, query } from '../../support/server/databases/emptyDatabases.ts';

const BEFORE = '0096_lease_accounts.sql';

describe.each(await databaseKinds())('on $kind', ({ url }) => {
  const open = emptyDatabases(url);

  test('entries of the version before come into the accounts of their leases, and every balance stays to the cent', async () => {
    const { engine } = await open();
    const all = readMigrations();
    await migrate(
      engine,
      all.slice(
        0,
        all.findIndex(({ name }) => name === BEFORE),
      ),
    );
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
    await migrate(engine, all);
    expect(await balances()).toEqual(before);
    expect(await engine.run(query`select id, lease_id, paid_by from transactions order by id`)).toEqual(
      [1, 2, 2, 2, null, null, null].map((lease_id, index) => ({ id: index + 1, lease_id, paid_by: null })),
    );
    // The ledger is append-only again.
    await expect(engine.run(query`update transactions set amount = 1 where id = 1`)).rejects.toThrow(
      'append-only',
    );
  });
});
