import { expect, test } from 'vitest';
import { file, PROPERTY } from '../../support/server/imports/kinds/community.ts';
import { planOf } from '../../support/server/imports/planOf.ts';

const HEADINGS = ['Unit', 'Tenant', 'Rent', 'Lease start', 'Lease end', 'Balance'];
const NORA = ['101', 'Nora Fielding', 900, '02/13/2026', '02/28/2027', 120];

test.each([
  ['Total Occupied', 4],
  ['Total Vacant', ''],
  ['Totals', ''],
  ['Grand Total', 6],
  ['Total Units', 6],
  ['Total Non-Revenue Units:', 2],
  ['Grand Totals for all properties', ''],
  ['Cedar Row Total', ''],
  ['', 'Total Occupied'],
  [4, 'Total Occupied'],
  [6, 'Total Units'],
])('the line “%s, %s” is a total and no unit', async (unit, tenant) => {
  const plan = await planOf(file([HEADINGS, NORA, [unit, tenant, 900, '', '', 120]]), PROPERTY);
  expect(plan.units.map(({ number }) => number)).toEqual(['101']);
  expect(plan.preview.sheets[0]!.left_out).toMatchObject([{ line: 3, reason: 'A total.' }]);
});

test('a person or unit whose name only begins like a total is none', async () => {
  const row = (unit: string, name: string) => [unit, name, 900, '02/13/2026', '02/28/2027', 0];
  const plan = await planOf(
    file([HEADINGS, row('102', 'Total, Ada'), row('Totem 3', 'Jo Totally')]),
    PROPERTY,
  );
  expect(plan.units.map(({ number }) => number)).toEqual(['102', 'Totem 3']);
});
