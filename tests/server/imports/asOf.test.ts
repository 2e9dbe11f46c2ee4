import { expect, test } from 'vitest';
import { file, PROPERTY } from '../../support/server/imports/kinds/community.ts';
import { planOf } from '../../support/server/imports/planOf.ts';

const roll = (title: string, starts = '02/13/2026') =>
  file([
    [title],
    ['Unit', 'Tenant', 'Rent', 'Lease start', 'Balance'],
    ['101', 'Nora Fielding', 900, starts, 120],
  ]);

test.each([
  ['As of 11/01/2026', '2026-11-01'],
  ['Rent Roll as of Nov 1, 2026', '2026-11-01'],
  ['As Of = 11/13/2026', '2026-11-13'],
  ['As of Date: 2026-11-01', '2026-11-01'],
  // After today, and no day.
  ['As of 12/01/2026', '2026-11-20'],
  ['As of yesterday', '2026-11-20'],
])('the day of the balances below “%s” is offered as %s', async (title, day) => {
  const { preview, entries } = await planOf(roll(title), PROPERTY);
  expect(preview.balances_on).toBe(day);
  expect(entries.map((entry) => entry.day)).toEqual([day]);
});

test('a person’s day counts before that of the title', async () => {
  const { entries } = await planOf(roll('As of 11/01/2026'), PROPERTY, { balances_on: '2026-10-31' });
  expect(entries.map(({ day }) => day)).toEqual(['2026-10-31']);
});

test('a day that can be read in two ways is offered once it is said how', async () => {
  const two = roll('As of 11/10/2026', '02/03/2026');
  expect((await planOf(two, PROPERTY)).preview.balances_on).toBe('2026-11-20');
  const said = await planOf(two, PROPERTY, { date_order: 'day_first' });
  expect(said.preview.balances_on).toBe('2026-10-11');
});
