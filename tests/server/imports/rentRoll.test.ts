import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { counts, list } from '../../support/server/imports/imports.ts';
import { csv, errorsOf, importFiles, preview, sendImport } from '../../support/server/sheets.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

const ROLL = csv(
  'roll.csv',
  'Property,Unit,Tenant,Lease start,Lease end,Rent,Market rent,Balance',
  'Cedar Row,1,"Fielding, Nora",2026-02-13,MTM,1100,1150,120.50',
  'Cedar Row,2,"Lind, Omar & Uma",2026-02-13,2027-02-12,980,1000,(20.00)',
  'Cedar Row,3,Vacant,,,,1050,',
  'Total,,,,,2080,3200,100.50',
);
const ADDRESS = { answers: JSON.stringify({ 'address:cedar row': '5 Cedar Street' }) };

test('one rent roll brings a property, its units, the people, their leases and what they owe', async () => {
  const { message } = await importFiles([ROLL], ADDRESS);
  expect(message).toBe('Imported: 1 property, 3 units, 3 people, 2 leases, 2 opening balances.');
  const people = (await list<ListedUser>('/users')).filter(({ id }) => id > 4);
  expect(
    people.map((user) => [user.first_name, user.last_name, user.property_name, user.unit_number]),
  ).toEqual([
    ['Nora', 'Fielding', 'Cedar Row', '1'],
    ['Omar', 'Lind', 'Cedar Row', '2'],
    ['Uma', 'Lind', 'Cedar Row', '2'],
  ]);
  const leases = await list<Lease>('/leases');
  expect(
    leases
      .map(({ unit_number, starts, ends, tenants }) => [unit_number, starts, ends, tenants.length])
      .toSorted(),
  ).toEqual([
    ['1', '2026-02-13', null, 1],
    ['2', '2026-02-13', '2027-02-12', 2],
  ]);
  const balances = await list<TenantBalance>('/transactions/all-balances');
  expect(Object.fromEntries(balances.map(({ first_name, balance }) => [first_name, balance]))).toMatchObject({
    Nora: 120.5,
    Omar: -20,
    Uma: 0,
  });
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('the same rent roll again changes nothing, with other balances too, and on another day', async () => {
  await importFiles([ROLL], ADDRESS);
  const before = await counts();
  const later = { name: 'december.csv', content: String(ROLL.content).replace('120.50', '1220.50') };
  for (const [file, options] of [
    [ROLL, {}],
    [ROLL, { balances_on: '2026-11-01' }],
    [later, {}],
  ] as const) {
    expect((await importFiles([file], options)).message).toContain('Nothing was changed');
  }
  expect(await counts()).toEqual(before);
  const [sheet] = (await preview([later])).sheets;
  expect(sheet!.rows[0]!.notes).toContain(
    'What is owed stays as it is here: the ledger has entries already.',
  );
});

test('a rent roll without the days of its leases makes them once, whatever month it is imported in', async () => {
  const file = csv('roll.csv', 'unit,tenant,rent,balance', '1,Nora Fielding,1100,0');
  const answers = JSON.stringify({ property: 'Cedar Row', property_address: '5 Cedar Street' });
  expect((await importFiles([file], { answers })).adds).toMatchObject({ units: 1, people: 1, leases: 1 });
  const before = await counts();
  await importFiles([file], { answers, from_month: '2099-01-01' });
  // A property that is here needs no address.
  await importFiles([file], { answers: JSON.stringify({ property: 'cedar row' }) });
  expect(await counts()).toEqual(before);
});

test('nothing is imported while a question is open, and the preview says which', async () => {
  const before = await counts();
  const refused = await sendImport([ROLL]);
  expect(refused.statusCode).toBe(400);
  expect(refused.json<Failure>()).toMatchObject({
    code: 'import_errors',
    message: 'There is 1 question to answer about these files, so nothing was imported.',
    detail: {
      questions: [{ id: 'addresses', text: 'Cedar Row is new. What is its address?', answer: null }],
    },
  });
  expect(await counts()).toEqual(before);
});

test('units that a list of people names and that are not here are made once somebody says so', async () => {
  const people = csv('people.csv', 'Name,Property,Unit', 'Jo Roe,Maple Court,901', 'Al Roe,Maple Court,902');
  const asked = await preview([people]);
  expect(asked.questions.map(({ id, text }) => [id, text])).toEqual([
    ['units', 'Units 901 and 902 of Maple Court are not here. Shall they be made?'],
  ]);
  expect(errorsOf(asked)).toHaveLength(2);
  const { adds } = await importFiles([people], { answers: JSON.stringify({ units: 'make' }) });
  expect(adds).toMatchObject({ properties: 0, units: 2, people: 2 });
});

test('two columns that are the rent are asked about with three values of each, and no amount is taken before', async () => {
  const file = csv(
    'people.csv',
    'Name,Unit,Property,Lease start,Monthly rent,Rent',
    ...[1, 2, 3, 4].map(
      (n) =>
        `Jo Roe${n},${n === 4 ? '201' : '102'},${n === 4 ? 'Harbor House' : 'Maple Court'},2026-05-01,90${n},80${n}`,
    ),
  );
  const { questions } = await preview([file]);
  const [question] = questions;
  expect(question).toMatchObject({
    text: 'Which column is “Monthly rent”?',
    answer: null,
    choices: [
      { value: '4', label: 'Monthly rent', examples: ['901', '902', '903'] },
      { value: '5', label: 'Rent', examples: ['801', '802', '803'] },
      { value: 'none', examples: [] },
    ],
  });
  const answered = await preview([file], { answers: JSON.stringify({ [question!.id]: '5' }) });
  expect(answered.sheets[0]!.rows[0]!.values.rent_amount).toBe('801.00');
});

test('a cell is corrected and a row is left out without another file', async () => {
  const file = csv(
    'people.csv',
    'Name,Email,Unit,Property',
    'Jo Roe,jo,102,Maple Court',
    'Al,,102,Maple Court',
  );
  expect(errorsOf(await preview([file]))).toEqual([
    '2 email: Please enter an email address like name@example.com.',
    '3 full_name: First name is required',
  ]);
  const options = {
    cells: JSON.stringify([{ sheet: 0, line: 2, column: 'email', text: 'jo@example.com' }]),
    left_out: JSON.stringify([{ sheet: 0, line: 3 }]),
  };
  const shown = await preview([file], options);
  expect(errorsOf(shown)).toEqual([]);
  expect(shown.sheets[0]!.left_out).toEqual([
    { line: 3, text: 'Al · 102 · Maple Court', reason: 'You left it out.' },
  ]);
  expect((await importFiles([file], options)).adds.people).toBe(1);
});

test('one day that is no month settles how the dates of a column are read, and the other columns where they do not say it', async () => {
  const file = csv(
    'people.csv',
    'Name,Unit,Property,Lease start,Lease end',
    'Jo Roe,102,Maple Court,03/04/2026,05/06/2026',
    'Al Roe,2B,Maple Court,25/04/2026,06/07/2027',
  );
  const { asks_date_order, sheets } = await preview([file]);
  expect(asks_date_order).toBe(false);
  expect(sheets[0]!.rows.map(({ values }) => [values.starts, values.ends])).toEqual([
    ['2026-04-03', '2026-06-05'],
    ['2026-04-25', '2027-07-06'],
  ]);
});

test('a sheet whose table a person chooses is matched anew by its headings', async () => {
  const file = csv('list.csv', 'Tenant,Apt,Rent,Balance', 'Jo Roe,102,900,5');
  const sheets = JSON.stringify([{ table: 'balances' }]);
  expect((await preview([file], { sheets })).sheets[0]).toMatchObject({
    table: 'balances',
    columns: { full_name: 0, unit_number: 1, amount: 3 },
  });
});

test('what was said of a sheet is remembered by its headings: next month’s file is read in the same way', async () => {
  const month = (unit: string) => csv(`${unit}.csv`, 'Where,Which,How much', `Maple Court,${unit},900`);
  const correction = { table: 'units', columns: { property_name: 0, unit_number: 1, rent_amount: 2 } };
  await importFiles([month('901')], { sheets: JSON.stringify([correction]) });
  const [sheet] = (await preview([month('902')])).sheets;
  expect(sheet).toMatchObject({
    ...correction,
    notes: ['Its columns are those of the last import of such a sheet.'],
    rows: [{ values: { unit_number: '902', rent_amount: '900.00' } }],
  });
  // An answer to a question too.
  const rents = (unit: string) =>
    csv(
      'people.csv',
      'Name,Unit,Property,Lease start,Monthly rent,Rent',
      `Jo Roe,${unit},Maple Court,2026-05-01,901,801`,
    );
  const [question] = (await preview([rents('901')])).questions;
  await importFiles([rents('901')], { answers: JSON.stringify({ [question!.id]: '5' }) });
  expect((await preview([rents('901')])).questions).toMatchObject([{ answer: '5' }]);
});
