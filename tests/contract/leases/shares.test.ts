import { expect, test } from 'vitest';
import { askedOf, divide, sharesProblem } from '../../../contract/leases/shares.ts';

test.each([
  [10_000, [1, 1, 1], [3334, 3333, 3333]],
  [1, [50, 50], [1, 0]],
  [145_000, [60, 40], [87_000, 58_000]],
  [99, [0, 0], [99, 0]],
  [100, [0, 2, 1], [0, 67, 33]],
])('%d cents are divided by %j, to the cent', (cents, weights, parts) => {
  expect(divide(cents, weights)).toEqual(parts);
});

test('whatever is divided adds up to itself', () => {
  for (let cents = 0; cents < 3_000; cents += 7) {
    for (const weights of [[1], [3, 7], [33.33, 33.33, 33.34], [1, 2, 3, 4, 5]]) {
      expect(divide(cents, weights).reduce((sum, part) => sum + part, 0)).toBe(cents);
    }
  }
});

const two = [
  { id: 2, share: 60, since: null },
  { id: 3, share: 40, since: null },
];
const rent = { cents: 100_000, open: 100_000, paid: {}, day: '2026-05-01' };
const asked = (...given: Parameters<typeof askedOf>) => askedOf(...given).map((part) => part.asked);

test('each is asked for their share without what they paid, and never for more than is open', () => {
  expect(askedOf(two, [rent])).toEqual([
    { asked: 60_000, whole: 60_000, total: 100_000 },
    { asked: 40_000, whole: 40_000, total: 100_000 },
  ]);
  expect(asked(two, [{ ...rent, open: 70_000, paid: { 3: 30_000 } }])).toEqual([60_000, 10_000]);
  // Who paid more than their share leaves less to be asked for.
  expect(asked(two, [{ ...rent, open: 25_000, paid: { 3: 75_000 } }])).toEqual([25_000, 0]);
  expect(asked(two, [rent, { ...rent, cents: 5_000, open: 5_000 }])).toEqual([63_000, 42_000]);
  expect(asked(two, [])).toEqual([0, 0]);
});

test('who paid the other one’s part of an older charge is not asked again once that is paid whole', () => {
  const whole = { ...rent, open: 0, paid: { 2: 20_000, 3: 80_000 } };
  expect(asked(two, [whole, rent])).toEqual([100_000, 0]);
});

test('who became a tenant today is asked for no share of older debts', () => {
  const later = [two[0]!, { ...two[1]!, since: '2026-05-02' }];
  expect(asked(later, [rent])).toEqual([100_000, 0]);
  expect(asked(later, [rent, { ...rent, day: '2026-05-02' }])).toEqual([160_000, 40_000]);
  // A debt that is older than all tenants is divided as any other.
  expect(
    asked(
      later.map((tenant) => ({ ...tenant, since: '2026-05-02' })),
      [rent],
    ),
  ).toEqual([60_000, 40_000]);
});

test.each([
  [{ in: 'percent', of: [60, 40] }, undefined],
  [{ in: 'percent', of: [60, 39.99] }, 'The shares must add up to 100 percent.'],
  [{ in: 'percent', of: [100] }, 'Please say what each tenant’s share is.'],
  [{ in: 'amount', of: [900, 550] }, undefined],
  [
    { in: 'amount', of: [900, 500] },
    'The shares must add up to $1,450.00, which the lease charges each month.',
  ],
  [{ in: 'amount', of: [0, 0] }, 'The shares must add up to more than 0.'],
] as const)('shares %j of two tenants: %s', (shares, problem) => {
  expect(sharesProblem({ in: shares.in, of: [...shares.of] }, { tenants: 2, monthly: 145_000 })).toBe(
    problem,
  );
});
