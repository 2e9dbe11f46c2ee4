import { describe, expect } from 'vitest';
import { IMPORT_TABLES, type ImportTable } from '../../../contract/imports/importTables.ts';
import { csv, errorsOf, importFiles, preview, sendImport } from '../../support/server/sheets.ts';
import { isolatedTest as test, neighbour, server } from '../../support/server/world.ts';

/** Each table whose rows name people, with the columns that such a row needs beside them. */
const TABLES = (Object.keys(IMPORT_TABLES) as ImportTable[]).filter(
  (table) => 'email' in IMPORT_TABLES[table].columns,
);
const REST: Partial<Record<ImportTable, [string, string][]>> = {
  people: [
    ['', ''],
    [',Lease start,Monthly rent', ',2026-05-01,900'],
    [',Lease start,Lease end', ',2025-01-01,2025-12-31'],
  ],
  rentRoll: [[',Lease start,Monthly rent,Balance', ',2026-05-01,900,25']],
  balances: [[',Date,Amount', ',2026-10-01,-500']],
};
const ROWS = TABLES.flatMap((table) =>
  REST[table]!.map(([headings, cells]) => ({ table, headings, cells, name: `${table}${headings}` })),
);

const ELSE =
  'jane@example.com is the email of Noor Aziz here, who has neither this name nor this unit. Please correct the row, or the email in Manage Users.';
const ALONE =
  'jane@example.com is the email of Noor Aziz here. Please give the name or the unit too, so that it is sure who is meant.';

const stored = async () => {
  const [row] = await server.database.sql`
    select (select count(*) from users) as users, (select count(*) from leases) as leases,
      (select count(*) from transactions) as transactions, (select sum(amount) from transactions) as owed`;
  return row!;
};

/** Noor has opened the link that was sent to it. */
const confirmEmail = () => server.database.sql`update users set confirmed_email = email where id = 3`;

/** The neighbour, Noor Aziz of unit 102, takes the address of somebody whom the files name. */
test.beforeEach(async () => {
  const changed = await server.call('PUT', '/users/3', {
    as: neighbour,
    body: { email: 'jane@example.com' },
  });
  expect(changed.statusCode).toBe(200);
});

describe.for(ROWS)('in a sheet of $name', ({ table, headings, cells }) => {
  const sheet = (name: string, unit: string, email = 'Jane@example.com') =>
    csv(`${table}.csv`, `Name,Email,Unit,Property${headings}`, `${name},${email},${unit}${cells}`);

  test('what is somebody’s is not given to whoever has their email, with another name and another unit', async () => {
    const before = await stored();
    const wrong = [sheet('Jane Doe', '2B,Maple Court'), sheet('Jane Doe', ',')];
    for (const file of wrong) {
      const shown = await preview([file]);
      expect(errorsOf(shown)).toContain(`2 email: ${ELSE}`);
      expect(shown.sheets[0]!.rows[0]!.outcome).toBe('wrong');
      expect((await sendImport([file])).statusCode).toBe(400);
    }
    expect(await stored()).toEqual(before);
  });

  test('the name alone, or the unit alone, makes sure who is meant', async () => {
    await confirmEmail();
    const named = errorsOf(await preview([sheet('noor aziz', ',')]));
    expect(named.filter((error) => error.startsWith('2 email'))).toEqual([]);
    expect(errorsOf(await preview([sheet('Nora Aziz', '102,Maple Court')]))).toEqual([]);
  });
});

test('an opening balance with an email alone is nobody’s who was here before', async () => {
  const file = csv('balances.csv', 'Email,Date,Amount', 'jane@example.com,2026-10-01,-500');
  expect(errorsOf(await preview([file]))).toEqual([`2 email: ${ALONE}`]);
  const before = await stored();
  expect((await sendImport([file])).statusCode).toBe(400);
  expect(await stored()).toEqual(before);
});

test('an email alone is enough where a row for the person, by name or unit, is in the same files', async () => {
  await confirmEmail();
  const owed = csv('balances.csv', 'Email,Date,Amount', 'jane@example.com,2026-10-01,-500');
  const noor = csv('people.csv', 'Name,Email,Unit', 'Noor Aziz,jane@example.com,');
  expect((await importFiles([owed, noor])).adds).toMatchObject({ people: 0, entries: 1 });
  // A row that is refused makes nothing sure.
  const jane = csv('people.csv', 'Name,Email,Unit', 'Jane Doe,jane@example.com,2B');
  expect(errorsOf(await preview([jane, owed]))).toEqual([`2 email: ${ELSE}`, `2 email: ${ALONE}`]);
});
