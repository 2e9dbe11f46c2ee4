import { describe, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../server/database/migrate.ts';
import { databaseKinds, emptyDatabases, query } from '../../support/server/databases/emptyDatabases.ts';

/** The migrations of the product before the one of this name. */
function migrationsBefore(file: string) {
  const all = readMigrations();
  return all.slice(
    0,
    all.findIndex(({ name }) => name === file),
  );
}

describe.each(await databaseKinds())('on $kind', ({ url }) => {
  const open = emptyDatabases(url);

  test('audit entries of a deleted user stay, and a new entry needs an existing author', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsBefore('0016_audit_authors.sql'));
    const record = () =>
      engine.run(
        query`insert into audit (author, subject, subject_id, action) values (999, 'unit', 1, 'changed')`,
      );
    await record();
    await migrate(engine, readMigrations());
    expect(await engine.run(query`select author from audit`)).toEqual([{ author: 999 }]);
    await expect(record()).rejects.toMatchObject({ constraint: 'audit_author_fkey' });
  });

  test('tenants live in their unit since their last move in the record of changes, or else since they signed up', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsBefore('0020_unit_since.sql'));
    await engine.run(query`insert into properties (property_name, address) values ('Maple Court', 'x')`);
    await engine.run(query`insert into units (property_id, unit_number) values (1, '101')`);
    await engine.run(query`
      insert into users (username, email, password_hash, first_name, last_name, unit, created_at)
      select name, name, '', name, name, unit, '2026-01-01Z'
      from (values ('moved', 1), ('renamed', 1), ('nowhere', null)) as row(name, unit)`);
    await engine.run(query`
      insert into audit (at, subject, subject_id, action, changes) values
        ('2026-02-01Z', 'user', 1, 'confirmed', '{"unit_number": {"before": null, "after": "102"}}'),
        ('2026-03-01Z', 'user', 1, 'changed', '{"unit_number": {"before": "102", "after": "101"}}'),
        ('2026-04-01Z', 'user', 1, 'changed', '{"first_name": {"before": "x", "after": "moved"}}'),
        ('2026-04-01Z', 'user', 2, 'changed', '{"first_name": {"before": "x", "after": "renamed"}}')`);
    await migrate(engine, readMigrations());
    expect(
      await engine.run(query`select username, to_char(unit_since at time zone 'UTC', 'YYYY-MM-DD') as since
        from users order by id`),
    ).toEqual([
      { username: 'moved', since: '2026-03-01' },
      { username: 'renamed', since: '2026-01-01' },
      { username: 'nowhere', since: null },
    ]);
  });

  test('payments of the version before are allocated in the order in which they were posted', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsBefore('0032_allocations.sql'));
    await engine.run(query`
      insert into users (username, email, password_hash, first_name, last_name)
      select name, name, '', name, name from (values ('payer'), ('refunded')) as row(name)`);
    await engine.run(query`
      insert into transactions (user_id, amount, type, description, reverses) values
        (1, 100, 'Rent', 'May', null), (1, 30, 'Utility', 'May', null), (2, 80, 'Rent', 'May', null),
        (1, -130, 'Check', 'May', null), (1, 100, 'Rent', 'June', null), (2, -80, 'Card Payment', 'May', null),
        (1, -60, 'Check', 'June', null), (1, 60, 'Reversal', 'Bounced', 7), (2, 20, 'Card Refund', 'May', null)`);
    await engine.run(query`
      insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
      values (2, 'pi_1', 80, 'succeeded', 6)`);
    await engine.run(query`
      insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken, taken_id)
      select 're_1', id, 'refund', 20, true, 9 from payment_intents`);
    await migrate(engine, readMigrations());
    expect(
      await engine.run(query`
        select credit_id, charge_id, sum(amount)::float as amount from allocations
        group by credit_id, charge_id having sum(amount) <> 0 order by credit_id, charge_id`),
    ).toEqual([
      { credit_id: 4, charge_id: 1, amount: 100 },
      { credit_id: 4, charge_id: 2, amount: 30 },
      { credit_id: 6, charge_id: 3, amount: 60 },
      { credit_id: 6, charge_id: 9, amount: 20 },
      { credit_id: 7, charge_id: 8, amount: 60 },
    ]);
    expect(
      await engine.run(query`
        select transaction_id, open::float as open from open_amounts where open > 0 order by transaction_id`),
    ).toEqual([
      { transaction_id: 3, open: 20 },
      { transaction_id: 5, open: 100 },
    ]);
  });

  test('a charge that begins when the only other of its name ends follows it, as a rise of the version before', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsBefore('0039_charge_follows.sql'));
    await engine.run(query`insert into properties (property_name, address) values ('Maple Court', 'x')`);
    await engine.run(query`insert into units (property_id, unit_number) values (1, '101')`);
    await engine.run(query`
      insert into leases (unit_id, starts, ends, proration)
      values (1, '2026-01-01', '2026-12-31', 'actual_days'), (1, '2027-01-01', null, 'actual_days')`);
    await engine.run(query`
      insert into lease_charges (lease_id, kind, description, amount, due_day, from_month, to_month)
      select lease, kind, description, amount, 1, from_month::date, to_month::date from (values
        (1, 'rent', null, 1, '2026-01-01', '2026-03-01'), (1, 'rent', null, 2, '2026-04-01', '2026-12-01'),
        (2, 'rent', null, 3, '2027-01-01', null),
        (1, 'parking', null, 4, '2026-01-01', '2026-03-01'), (1, 'parking', null, 5, '2026-02-01', '2026-03-01'),
        (1, 'parking', null, 6, '2026-04-01', null),
        (1, 'pet', null, 7, '2026-01-01', '2026-03-01'), (1, 'pet', null, 8, '2026-04-01', null),
        (1, 'pet', null, 9, '2026-04-01', null),
        (1, 'other', 'Shed', 10, '2026-01-01', '2026-03-01'), (1, 'other', 'Bike', 11, '2026-04-01', null),
        (1, 'storage', null, 12, '2026-01-01', '2026-03-01'), (1, 'storage', null, 13, '2026-05-01', null)
      ) as row(lease, kind, description, amount, from_month, to_month)`);
    await migrate(engine, readMigrations());
    const links = () =>
      engine.run(query`select id, follows from lease_charges where follows is not null order by id`);
    expect(await links()).toEqual([{ id: 2, follows: 1 }]);
    // The version before deletes what is followed.
    await engine.run(query`delete from lease_charges where id = 1`);
    expect(await links()).toEqual([]);
  });

  test('units whose numbers differed in case alone are told apart by their id', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsBefore('0019_names_told_apart.sql'));
    await engine.run(
      query`insert into properties (property_name, address) values ('Maple Court', 'x'), ('Quay', 'y')`,
    );
    await engine.run(
      query`insert into units (property_id, unit_number) values (1, '2B'), (1, '2b'), (2, '2b'), (1, '3')`,
    );
    await migrate(engine, readMigrations());
    expect(await engine.run(query`select unit_number from units order by id`)).toEqual([
      { unit_number: '2B' },
      { unit_number: '2b (ID 2)' },
      { unit_number: '2b' },
      { unit_number: '3' },
    ]);
    await expect(
      engine.run(query`insert into units (property_id, unit_number) values (2, '2B')`),
    ).rejects.toMatchObject({ constraint: 'units_number_in_property' });
  });

  test('usernames and addresses of an older version are cleaned, but no twin is renamed and no invitation ends', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsBefore('0058_same_names.sql'));
    const people = [
      ['zoë'.normalize('NFD'), 'mailto:zoe@example.com'],
      ['jo\u00a0hale', '<jo@example.com>'],
      ['jo hale', 'jo@example.com'],
      ['al\u2028fox', 'al\u200b@example.com,'],
      ['bo', 'bo@example.com'],
      ['cy', ''],
    ].map(([username, email]) => ({ username, email }));
    await engine.run(query`
      insert into users (username, email, password_hash, first_name, last_name, has_password, invitation)
      select username, email, '', '', '', false, gen_random_uuid()
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as row(username text, email text)`);
    await migrate(engine, readMigrations());
    expect(await engine.run(query`select username, email from users order by id`)).toEqual([
      { username: 'zoë', email: 'zoe@example.com' },
      { username: 'jo\u00a0hale', email: '<jo@example.com>' },
      { username: 'jo hale', email: 'jo@example.com' },
      { username: 'al fox', email: 'al@example.com' },
      { username: 'bo', email: 'bo@example.com' },
      { username: 'cy', email: '' },
    ]);
    expect(await engine.run(query`select 1 from users where invitation is null`)).toEqual([]);
  });

  test('a request that management wrote in before is known as such', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsBefore('0070_answered_requests.sql'));
    await engine.run(query`
      insert into users (username, email, password_hash, first_name, last_name) values ('jo', 'jo@example.com', '', '', '')`);
    await engine.run(
      query`insert into maintenance_requests (user_id, information) values (1, 'Leak'), (1, 'Tap')`,
    );
    await engine.run(query`
      insert into notification_events (kind, title, body, path, urgent, data, about) values
        ('request_received', '', '', '/', false, '{}', 'maintenance:1'),
        ('request_answered', '', '', '/', false, '{}', 'maintenance:2')`);
    await migrate(engine, readMigrations());
    expect(
      await engine.run(query`select id from maintenance_requests where answered_at is not null`),
    ).toEqual([{ id: 2 }]);
  });
});
