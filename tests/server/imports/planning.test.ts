import { expect, test, vi } from 'vitest';
import { withPauses } from '../../../server/resources/imports/withPauses.ts';
import { planOf } from '../../support/server/imports/planOf.ts';
import { csv } from '../../support/server/sheets.ts';

const HEADINGS = 'Property,Unit,Tenant,Email,Rent,Lease from';
const roll = (count: number, row: (index: number) => string) =>
  csv('roll.csv', HEADINGS, ...Array.from({ length: count }, (_, index) => row(index)));

/** How often a text is made a key by which it is compared, while rows are planned. */
async function keysOf(count: number, row: (index: number) => string): Promise<number> {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  await planOf([roll(count, row)]);
  const keys = normalize.mock.calls.filter(([form]) => form === 'NFKC').length;
  normalize.mockRestore();
  return keys;
}

test.each([
  ['houses that each have unit 1', (index: number) => `House ${index},1,Ada${index} Bee,,1450,2026-01-01`],
  ['rows of one unit without a property', (index: number) => `,1,Ada${index} Bee,,1450,2026-01-01`],
  ['people of one name in a unit each', (index: number) => `Maple,U${index},Ada Bee,,1450,2026-01-01`],
  ['people of one name in one unit', (index: number) => `Maple,1,Ada Bee,a${index}@ex.com,1450,2026-01-01`],
])('twice as many %s are planned with twice as many comparisons', async (_, row) => {
  expect((await keysOf(400, row)) / (await keysOf(200, row))).toBeLessThan(2.2);
});

test('a unit is found in its property among houses that have the same number, and of none where two are meant', async () => {
  const { properties, units, preview } = await planOf([
    csv('roll.csv', HEADINGS, 'Oak,1,Ada Bee,,900,2026-01-01', 'Elm,Apt 1,Al Poe,,950,2026-01-01'),
    csv('balances.csv', 'Name,Property,Unit,Amount', 'Al Poe,elm,1,5', 'Ada Bee,,1,7'),
  ]);
  expect(properties).toHaveLength(2);
  expect(units.map(({ property, number }) => `${property.name} ${number}`)).toEqual(['Oak 1', 'Elm 1']);
  expect(preview.sheets[1]!.errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '3 Unit 1 is in Oak and Elm. Please name the property.',
  ]);
});

test('a lease with too many tenants says so once', async () => {
  const { preview } = await planOf([
    roll(200, (index) => `Maple,1,Ada${index} Bee,a${index}@example.com,1450,2026-01-01`),
  ]);
  const messages = preview.sheets.flatMap(({ errors }) => errors.map(({ message }) => message));
  expect(messages.filter((message) => message.startsWith('A lease has at most'))).toHaveLength(1);
});

test('others are answered between rows that take long', async () => {
  let now = performance.now() + 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const seen: number[] = [];
  for await (const row of withPauses(Array.from({ length: 100 }, (_, index) => index))) {
    seen.push(row);
    now += 5;
  }
  clearImmediate(next);
  expect(seen).toHaveLength(100);
  // One turn for each 20 ms of the 500.
  expect(turns).toBeGreaterThanOrEqual(24);
});
