import { expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import { addMonths } from '../../../contract/values/calendar.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { csv, errorsOf, importFiles, preview, sendImport } from '../../support/server/sheets.ts';
import { isolatedTest as test, manager, newcomer, server } from '../../support/server/world.ts';
import { NEXT_MONTH, FILES, list, counts } from '../../support/server/imports/imports.ts';

test('every error is told at once, by line and column, and nothing is imported', async () => {
  const files = [
    csv(
      'units.csv',
      'Property,Unit,Monthly rent',
      'Oak Hall,1A,lots',
      'Maple Court,,100',
      'Maple Court,2b,100',
      'Maple Court,2B,100',
    ),
    csv(
      'people.csv',
      'First name,Last name,Email,Unit,Property,Lease start,Lease end',
      'Jane,Doe,jane.example.com,102,,,',
      'Joe,Doe,joe@example.com,101,,,',
      'Jim,Doe,jim@example.com,999,Maple Court,,',
      'Jo,Doe,,,,,',
      'Ed,Roe,ed@example.com,201,,2026-05-01,2026-04-30',
      'Al,Roe,al@example.com,102,,2026-02-30,',
      ',Roe,roe@example.com,,,,',
    ),
    csv('rents.csv', 'Name,Email,Unit,Lease start,Monthly rent', 'Di Roe,di.example.com,102,2026-05-01,-900'),
    csv(
      'balances.csv',
      'Email,Name,Date,Amount',
      'nobody@example.com,,2026-10-01,5',
      'resident@example.com,Robin Hale,2099-10-01,5',
      'resident@example.com,Robin Hale,,1.450',
    ),
  ];
  const found = errorsOf(await preview(files));
  expect(found).toEqual([
    '2 address: Oak Hall is a new property. Please give its address in one of its rows.',
    '2 rent_amount: lots is no amount. Please write it like 1450.00.',
    '3 unit_number: Unit number is required',
    '5 unit_number: Line 4 has unit 2B of Maple Court already.',
    '2 email: Please enter an email address like name@example.com.',
    '3 property_name: Unit 101 is in Maple Court and Harbor House. Please name the property.',
    '4 unit_number: This unit is not here. The question above settles whether it is made.',
    '5 email: Please give an email or a unit, by which this person is known again.',
    '6 ends: The last day must not be before the first.',
    '7 starts: 2026-02-30 is no date. Please write it like 2026-11-25.',
    '8 full_name: First name is required',
    '2 rent_amount: Please enter a valid positive amount.',
    '2 email: Please enter an email address like name@example.com.',
    '2 email: Nobody has the email nobody@example.com, here or in the files.',
    '3 effective_on: The day must not be in the future.',
    '4 amount: 1.450 can be misread. Please write it like 1450.00, with a point before the cents.',
    '4 effective_on: Please give the day on which this was owed.',
  ]);
  const before = await counts();
  const refused = await sendImport(files);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({
    code: 'import_errors',
    message: 'There are 17 errors in these files, so nothing was imported.',
    detail: { sheets: [{ errors: [{ line: 2 }, {}, {}, {}] }, {}, {}, {}] },
  });
  expect(await counts()).toEqual(before);
});

test('a person who is known keeps what is here, and is given a unit if they have none', async () => {
  await server.database.sql`
    insert into audit (author, subject, subject_id, action, changes) values (1, 'user', 4, 'created', '{}')`;
  // Management answers for the address of whom it enters.
  await server.database.sql`update users set confirmed_email = email where id = 4`;
  const file = csv(
    'people.csv',
    'Name,Email,Unit,Property',
    'nico berg,NEWCOMER@example.com,201,Harbor House',
    'Robin Hale,resident@example.com,102,Maple Court',
    'Nora Aziz,neighbour@example.com,102,Maple Court',
  );
  const [sheet] = (await preview([file])).sheets;
  expect(sheet!.rows.map(({ outcome, notes }) => [outcome, notes])).toEqual([
    ['changed', ['Nico Berg is known here, and is given this unit.']],
    ['there', ['Robin Hale lives in unit 101 here, and stays there.']],
    ['there', ['The name stays as it is here: Noor Aziz.']],
  ]);
  expect((await importFiles([file])).message).toBe('Imported: 1 person given a unit.');
  const me = (await server.call('GET', '/users/4', { as: newcomer })).json<ListedUser>();
  expect(me).toMatchObject({ last_name: 'Berg', unit_claim: null, unit: { unit_number: '201' } });
  expect((await importFiles([file])).message).toContain('Nothing was changed');
});

test('what a file says of somebody is not given to whoever registered themselves with their address', async () => {
  const before = await counts();
  const refused = async (...files: ReturnType<typeof csv>[]) => {
    const found = await preview(files);
    expect((await sendImport(files)).statusCode).toBe(400);
    return errorsOf(found);
  };
  const WHY =
    'Nico Berg registered themselves here, and their unit is not confirmed. Please confirm it in Manage Users first, or correct their email there if this is somebody else.';
  const people = csv('people.csv', 'Name,Email,Unit', 'Nico Berg,Newcomer@example.com,102');
  const ended = csv(
    'people.csv',
    'Name,Email,Unit,Lease start,Lease end',
    'Nico Berg,newcomer@example.com,2B,2025-01-01,2025-12-31',
  );
  const owed = csv('balances.csv', 'Email,Date,Amount', 'newcomer@example.com,2026-10-01,-500');
  const owedByName = csv('balances.csv', 'Name,Date,Amount', 'Nico Berg,2026-10-01,-500');
  expect(await refused(people)).toEqual([`2 email: ${WHY}`]);
  expect(await refused(ended)).toEqual([`2 email: ${WHY}`]);
  expect(await refused(owed)).toEqual([`2 email: ${WHY}`]);
  expect(await refused(owedByName)).toEqual([`2 full_name: ${WHY}`]);
  // Told once.
  expect(await refused(people, owed)).toEqual([`2 email: ${WHY}`]);
  expect(await counts()).toEqual(before);

  // As management confirms their unit.
  expect((await server.call('PUT', '/users/4', { as: manager, body: { unit: 3 } })).statusCode).toBe(200);
  expect((await importFiles([people, owed])).adds).toMatchObject({ people: 0, moved: 0, entries: 1 });
});

test('a lease that overlaps another, or is of somebody who lives elsewhere, is refused', async () => {
  await importFiles(FILES);
  const found = errorsOf(
    await preview([
      csv(
        'people.csv',
        'Name,Email,Unit,Property,Lease start,Lease end,Monthly rent',
        'Max Roe,max@example.com,1A,,2026-06-01,,',
        'Robin Hale,resident@example.com,1B,,2026-06-01,,',
        'Lou Roe,lou@example.com,2B,,2026-01-01,2026-06-30,800',
        'Liv Roe,liv@example.com,2B,,2026-06-30,,800',
        'Lea Roe,lea@example.com,2B,,2026-06-30,2027-06-30,810',
        'Len Roe,len@example.com,2B,,,,810',
      ),
    ]),
  );
  expect(found).toEqual([
    '2 starts: Unit 1A, Oak Hall has another lease since 2026-05-01. Only one can run at a time.',
    '3 unit_number: Robin Hale lives in unit 101 here. Please change that first.',
    '5 starts: Unit 2B, Maple Court has another lease from 2026-01-01 to 2026-06-30. Only one can run at a time.',
    '6 ends: Line 5 has another last day of the same lease.',
    '6 rent_amount: Line 5 has another rent of the same lease. One lease charges one rent.',
    '7 starts: Please give the first day of the lease, or leave its other columns empty too.',
  ]);
});

test('a lease that has ended gives no unit, and the same file again changes nothing', async () => {
  const file = csv(
    'people.csv',
    'Name,Unit,Lease start,Lease end,Monthly rent',
    'Old Tenant,2B,2025-01-01,2025-12-31,700',
    'New Tenant,2B,2026-01-01,,800',
  );
  const owed = csv('balances.csv', 'Name,Unit,Date,Amount', 'Old Tenant,2B,2025-12-01,50');
  expect((await importFiles([file, owed])).adds).toMatchObject({ people: 2, leases: 2, entries: 1 });
  const units = (await list<ListedUser>('/users'))
    .filter(({ id }) => id > 4)
    .map((user) => [user.first_name, user.unit_number]);
  expect(units).toEqual([
    ['New', '2B'],
    ['Old', null],
  ]);
  expect((await importFiles([file, owed])).message).toContain('Nothing was changed');
});

test('opening balances of one person, day and amount are posted as often as the file has them, and never again', async () => {
  const file = (times: number) =>
    csv(
      'balances.csv',
      'Name,Email,Date,Amount',
      ...Array.from({ length: times }, () => 'Robin Hale,resident@example.com,2026-10-01,30'),
    );
  expect((await importFiles([file(2)])).adds.entries).toBe(2);
  expect((await importFiles([file(2)])).adds.entries).toBe(0);
  const [entry] = await list<Transaction>('/transactions/user-history/2');
  await server.call('POST', `/transactions/${entry!.id}/reversal`, {
    as: manager,
    body: { reason: 'Wrong' },
  });
  expect((await importFiles([file(2)])).adds.entries).toBe(0);
  expect((await importFiles([file(3)])).adds.entries).toBe(1);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('nothing is charged for the past: a first month before this one is refused, a later one is used', async () => {
  const file = (month: string) =>
    csv(
      'people.csv',
      'Name,Unit,Lease start,Monthly rent,First month charged',
      `Jo Roe,2B,2026-01-01,800,${month}`,
    );
  expect(errorsOf(await preview([file('2026-01')]))).toEqual([
    expect.stringContaining('2 from_month: Nothing is charged for the past.'),
  ]);
  const later = addMonths(NEXT_MONTH, 2);
  await importFiles([file('')], { from_month: later, due_day: '5', proration: 'thirty_day_month' });
  const [lease] = await list<Lease>('/leases');
  expect(lease).toMatchObject({
    proration: 'thirty_day_month',
    charges: [{ from_month: later, due_day: 5 }],
  });
});

test('the area of a unit that a file brings is kept, and one of a unit that is here stays as it is', async () => {
  const file = csv(
    'units.csv',
    'Property,Unit,Monthly rent,Sq Ft',
    'Maple Court,77,1200,"1,050.5"',
    'Maple Court,101,1200,900',
  );
  const { sheets } = await preview([file]);
  expect(sheets[0]!.rows[1]!.notes).toContain('The area stays as it is here: not set.');
  await importFiles([file]);
  const units = await list<Unit>('/units');
  const areaOf = (number: string) =>
    units.find((unit) => unit.unit_number === number && unit.property_name === 'Maple Court')?.area;
  expect([areaOf('77'), areaOf('101')]).toEqual([1050.5, null]);
  const wrong = csv('units.csv', 'Property,Unit,Area', 'Maple Court,78,large');
  expect(errorsOf(await preview([wrong]))).toEqual([
    '2 area: Area is a number of square feet above zero, with at most 2 decimals.',
  ]);
});
