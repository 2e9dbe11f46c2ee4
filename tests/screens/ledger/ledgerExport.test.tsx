import { expect, test } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import { csvOf } from '../../../src/ui/files/csv.ts';
import { balancesTable, ledgerTable } from '../../../src/features/ledger/csvTables.ts';

const TENANT: TenantBalance = {
  user_id: 2,
  unit_id: 1,
  first_name: 'Robin',
  last_name: 'Hale',
  unit_number: '101',
  property_name: 'Maple Court',
  balance: 1250.5,
  accepts_payments: true,
};
const ENTRY: Transaction = {
  id: 7,
  user_id: 2,
  unit_id: 1,
  amount: 1200,
  type: 'Rent',
  description: 'Rent for May 2026',
  created_at: '2026-05-01T12:00:00.000Z',
  reverses: null,
  reversed_by: null,
  utility: null,
  card: null,
  effective_on: null,
  lease: null,
  pays: null,
  late_fee: null,
  reference: null,
  receipt_number: null,
  created_with: null,
};

const linesOf = async (...tenants: Partial<TenantBalance>[]) =>
  (await csvOf(balancesTable(tenants.map((each) => ({ ...TENANT, ...each }))))).split('\r\n').slice(1, -1);

test('a file begins with the mark by which Excel knows UTF-8, has a header and ends each line alike', async () => {
  expect(await csvOf(balancesTable([TENANT]))).toBe(
    '\uFEFF"User ID","First name","Last name","Property","Unit #","Balance","Owed since","Days late"\r\n"2","Robin","Hale","Maple Court","101","1250.50","",""\r\n',
  );
  expect(await csvOf(balancesTable([]))).toBe(
    '\uFEFF"User ID","First name","Last name","Property","Unit #","Balance","Owed since","Days late"\r\n',
  );
});

test('commas, quotes and line ends stay within their field', async () => {
  expect(await linesOf({ last_name: 'Hale, Jr.', property_name: 'The "Court"' })).toEqual([
    '"2","Robin","Hale, Jr.","The ""Court""","101","1250.50","",""',
  ]);
  const text = await csvOf(ledgerTable([{ ...ENTRY, description: 'One\nTwo' }], 'Robin Hale'));
  expect(text).toContain(',"Rent","One\nTwo","1200.00",');
});

test.each([
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '=HYPERLINK("x")',
  '=1\n=2',
  '-',
  '-12 Main',
  ' =1',
  '\u200b=1',
  '\u00ad@SUM(A1)',
  '\u2060+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
])('a name that begins like a formula, such as %j, is no formula', async (first_name) => {
  expect(await csvOf(balancesTable([{ ...TENANT, first_name }]))).toContain(
    `"2","'${first_name.replaceAll('"', '""')}","Hale"`,
  );
});

test('amounts are exact numbers of two decimals, negative ones without an apostrophe', async () => {
  expect(
    await linesOf({ balance: -0.1 }, { balance: 999_999.99 }, { balance: 0 }, { balance: -1_000_000 }),
  ).toEqual([
    '"2","Robin","Hale","Maple Court","101","-0.10","",""',
    '"2","Robin","Hale","Maple Court","101","999999.99","",""',
    '"2","Robin","Hale","Maple Court","101","0.00","",""',
    '"2","Robin","Hale","Maple Court","101","-1000000.00","",""',
  ]);
});

test('names of any script arrive as they are', async () => {
  expect(await linesOf({ first_name: 'Zoë', last_name: '山田 🏠' })).toEqual([
    '"2","Zoë","山田 🏠","Maple Court","101","1250.50","",""',
  ]);
});

test('a tenant without a unit has an empty unit field', async () => {
  expect(await linesOf({ unit_id: null, unit_number: null, property_name: null })).toEqual([
    '"2","Robin","Hale","","","1250.50","",""',
  ]);
});

test('a ledger is saved entry by entry, with what reverses what, the day it is for and the day it was posted', async () => {
  const reversal = { ...ENTRY, id: 8, amount: -1200, type: 'Reversal', description: '=wrong', reverses: 7 };
  const late = {
    ...ENTRY,
    id: 9,
    amount: -50,
    type: 'Cash',
    description: 'Cash',
    effective_on: '2026-04-28',
    reference: '1041',
    receipt_number: 'RB-12-07',
  };
  expect((await csvOf(ledgerTable([late, reversal, ENTRY], 'Robin Hale'))).split('\r\n')).toEqual([
    '\uFEFF"Entry","Date","Type","Description","Amount","Reverses entry","Posted","Reference","Receipt number","Balance"',
    `"8","2026-05-01","Reversal","'=wrong","-1200.00","7","2026-05-01","","","-50.00"`,
    '"7","2026-05-01","Rent","Rent for May 2026","1200.00","","2026-05-01","","","1150.00"',
    '"9","2026-04-28","Cash","Cash","-50.00","","2026-05-01","1041","RB-12-07","-50.00"',
    '',
  ]);
});

test('a file is named for whose it is and the day', () => {
  expect(ledgerTable([], 'Zoë O’Hara-Žižek').name).toMatch(/^ledger-zoë-o-hara-žižek-\d{4}-\d\d-\d\d$/);
  expect(balancesTable([]).name).toMatch(/^tenant-balances-\d{4}-\d\d-\d\d$/);
});
