import { expect } from 'vitest';
import type { MonthReport, Posting, RentRollRow, VacantHome } from '../../../contract/books/books.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { entry, NOOR, post, read } from '../../support/server/books/books.ts';
import { today } from '../../support/server/today/today.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

/** Robin's unit is in Maple Court, unit 4 in Harbor House. */
const [MAPLE, HARBOR] = [1, 2];

test('the months of the properties and of what has no unit add up to the month of the whole community', async () => {
  await post([
    entry('Rent', 1450, '2026-05-01'),
    entry('Check', -450, '2026-05-02'),
    entry('Rent', 900, '2026-05-01', { user_id: NOOR, unit_id: 4 }),
    entry('Opening Balance', 70, '2026-05-01', { user_id: NOOR, unit_id: null }),
  ]);
  const month = (query = '') => read<MonthReport>(`months/2026-05-01${query}`);
  const [all, maple, harbor] = [
    await month(),
    await month(`?property=${MAPLE}`),
    await month(`?property=${HARBOR}`),
  ];
  expect(maple).toMatchObject({ opening: 0, charged: 1450, collected: 450, closing: 1000 });
  expect(maple.open).toEqual({ days_0_30: 1000, days_31_60: 0, days_61_90: 0, over_90: 0 });
  expect(harbor).toMatchObject({ opening: 0, charged: 900, collected: 0, closing: 900 });
  expect(all).toMatchObject({ opening: 70, charged: 2350, collected: 450, closing: 1970 });
  expect(await month('?property=999')).toMatchObject({ charged: 0, closing: 0 });
});

test('the postings and the journal of a property are those of its homes', async () => {
  await post([
    entry('Rent', 1450, '2026-05-01'),
    entry('Rent', 900, '2026-05-01', { user_id: NOOR, unit_id: 4 }),
  ]);
  const days = 'from=2026-05-01&to=2026-05-31';
  const sums = async (query: string) =>
    (await read<Posting[]>(`postings?${days}${query}`)).reduce(
      (sum, { amount }) => sum + Math.abs(toCents(amount)),
      0,
    );
  expect(await sums('')).toBe(2 * 235_000);
  expect(await sums(`&property=${MAPLE}`)).toBe(2 * 145_000);
  expect(await sums(`&property=${HARBOR}`)).toBe(2 * 90_000);
  const { journal } = await read<{ journal: string }>(`journal?${days}&property=${HARBOR}`);
  expect(journal).toContain('property: Harbor House');
  expect(journal).not.toContain('property: Maple Court');
});

test('a journal of beancount opens its accounts, and quotes what people wrote', async () => {
  await post([entry('Rent', 1450, '2026-05-01', { description: 'Rent "late" \\ of\nMay; all' })]);
  const query = 'from=2026-05-01&to=2026-05-31&format=beancount';
  expect((await read<{ journal: string }>(`journal?${query}`)).journal)
    .toBe(`; Porchlight, 2026-05-01 to 2026-05-31

option "operating_currency" "USD"
2026-05-01 open Assets:Receivable:User-2 USD
2026-05-01 open Income:Rent USD

2026-05-01 * "Robin Hale" "Rent \\"late\\" \\\\ of May; all"
  entry: "1"
  property: "Maple Court"
  unit: "101"
  Assets:Receivable:User-2  1450.00 USD
  Income:Rent  -1450.00 USD
`);
});

test('a home is vacant without a lease of today and without anybody who lives there, since its last lease', async () => {
  const { sql } = server.database;
  const lease = (unit: number, starts: string, ends: string | null) =>
    sql`insert into leases (unit_id, starts, ends, proration) values (${unit}, ${starts}, ${ends}, 'actual_days')`;
  await sql`update units set rent_amount = 1200 where id = 3`;
  await lease(3, '2020-01-01', addDays(today(), -12));
  await lease(4, addDays(today(), 5), null);
  await lease(5, '2020-01-01', null);
  const vacant = await read<VacantHome[]>('vacant-homes');
  expect(vacant.map(({ unit_id, market_rent, days_vacant }) => [unit_id, market_rent, days_vacant])).toEqual(
    expect.arrayContaining([[3, 1200, 12]]),
  );
  expect(vacant.find(({ unit_id }) => unit_id === 4)).toMatchObject({
    property_id: HARBOR,
    days_vacant: null,
  });
  expect(vacant.map(({ unit_id }) => unit_id)).not.toEqual(expect.arrayContaining([5]));
  expect(vacant.map(({ unit_id }) => unit_id)).not.toEqual(expect.arrayContaining([1]));
  expect(await read<RentRollRow[]>('rent-roll')).toEqual([]);
});
