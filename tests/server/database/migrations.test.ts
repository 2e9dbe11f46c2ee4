import { build } from 'esbuild';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { migrate, migrationsFolder, readMigrations } from '../../../server/database/migrate.ts';
import { statementOf } from '../../../server/database/statement.ts';
import { testDatabase } from '../../support/server/databases/database.ts';
import { emptyDatabases } from '../../support/server/databases/emptyDatabases.ts';

const databaseKinds = await emptyDatabases();

const FIRST = { '0001_people.sql': "create table people (name text);\ninsert into people values ('Ada');" };
const SECOND = { '0002_age.sql': 'alter table people add age int; update people set age = 36;' };

/** The migrations of a folder with these files. */
function migrationsOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-migrations-'));
  for (const [name, script] of Object.entries(files)) writeFileSync(join(folder, name), script);
  try {
    return readMigrations(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The migrations of the product before the one of this name. */
function migrationsBefore(file: string) {
  const all = readMigrations();
  return all.slice(
    0,
    all.findIndex(({ name }) => name === file),
  );
}

const query = (strings: TemplateStringsArray, ...values: unknown[]) => statementOf(strings, values);

describe.each(databaseKinds)('on $kind', ({ open }) => {
  test('each migration is applied once, in order, and new ones at a later start', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf(FIRST));
    await migrate(engine, migrationsOf({ ...SECOND, ...FIRST }));
    await migrate(engine, migrationsOf({ ...SECOND, ...FIRST }));
    expect(await engine.run(query`select name, age from people`)).toEqual([{ name: 'Ada', age: 36 }]);
  });

  test('a failed migration is rolled back, named in the error, and can be corrected', async () => {
    const { engine } = await open();
    const broken = { '0002_age.sql': 'alter table people add age int; select 1 / 0;' };
    await expect(migrate(engine, migrationsOf({ ...FIRST, ...broken }))).rejects.toThrow(
      'The migration 0002_age.sql failed: division by zero',
    );
    await migrate(engine, migrationsOf({ ...FIRST, ...SECOND }));
    expect(await engine.run(query`select age from people`)).toEqual([{ age: 36 }]);
  });

  test('a migration and its row in schema_migrations commit together', async () => {
    const { engine } = await open();
    const script = 'create table mark as select pg_current_xact_id()::text as its';
    await migrate(engine, migrationsOf({ '0001_mark.sql': script }));
    expect(
      await engine.run(
        query`select schema_migrations.xmin::text = its as together from schema_migrations, mark`,
      ),
    ).toEqual([{ together: true }]);
  });

  test('an applied migration that was changed is refused', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf(FIRST));
    const changed = { '0001_people.sql': 'create table people (name text not null)' };
    await expect(migrate(engine, migrationsOf({ ...changed, ...SECOND }))).rejects.toThrow(
      '0001_people.sql was changed after this database applied it',
    );
  });

  test('a database with a newer migration than the program is refused', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf({ ...FIRST, ...SECOND }));
    await expect(migrate(engine, migrationsOf(FIRST))).rejects.toThrow(
      'The database is newer than this program: it has 0002_age.sql',
    );
  });

  test('a new migration numbered before an applied one is refused', async () => {
    const { engine } = await open();
    const third = { '0003_pets.sql': 'create table pets ()' };
    await migrate(engine, migrationsOf({ ...FIRST, ...third }));
    await expect(migrate(engine, migrationsOf({ ...FIRST, ...SECOND, ...third }))).rejects.toThrow(
      '0002_age.sql comes before 0003_pets.sql',
    );
  });

  test('servers that start together apply each migration once', async () => {
    const { another } = await open();
    const slow = migrationsOf({ ...FIRST, '0002_slow.sql': 'select pg_sleep(0.2); create table slow ()' });
    await Promise.all([migrate(another(), slow), migrate(another(), slow), migrate(another(), slow)]);
  });

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

test('two migrations with one number and a file without a number are refused', () => {
  expect(() => migrationsOf({ ...FIRST, '0001_pets.sql': '' })).toThrow('0001_people.sql and 0001_pets.sql');
  expect(() => migrationsOf({ 'pets.sql': '' })).toThrow('A migration is named NNNN_name.sql, not pets.sql');
});

test('Windows line ends do not change the checksum of a migration', () => {
  const windows = Object.fromEntries(
    Object.entries(FIRST).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
  );
  expect(migrationsOf(windows)).toEqual(migrationsOf(FIRST));
});

test('the built server applies the migrations copied beside it', async () => {
  const built = fileURLToPath(new URL('../../../node_modules/.cache/porchlight/built/', import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL('../../../server/database/migrate.ts', import.meta.url))],
    outfile: join(built, 'main.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  cpSync(migrationsFolder(), join(built, 'migrations'), { recursive: true });
  const main = (await import(/* @vite-ignore */ pathToFileURL(join(built, 'main.js')).href)) as {
    migrationsFolder: typeof migrationsFolder;
  };
  expect(main.migrationsFolder()).toBe(join(built, 'migrations/'));
  rmSync(built, { recursive: true });
});

test('each test database has all migrations and is independent of others', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  await one.sql`create table only_here ()`;
  expect(await two.sql`select from pg_tables where tablename = 'only_here'`).toEqual([]);
  expect(await two.sql`select count(*) from schema_migrations`).toEqual([{ count: readMigrations().length }]);
  await Promise.all([one.close(), two.close()]);
});

test('a missing folder of migrations stops the start', async () => {
  await expect(openDatabase({ memory: true }, { migrations: '/nowhere' })).rejects.toThrow('/nowhere');
});
