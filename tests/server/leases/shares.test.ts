import { afterEach, beforeEach, expect } from 'vitest';
import type { Lease, OwnLease } from '../../../contract/leases/lease.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';
import { communityDay } from '../../support/days.ts';

const [BILLED, ROOMMATE] = [2, 3];
const thisMonth = monthOf(communityDay());
let manager: string;
let roommate: string;
let lease: Lease;

beforeEach(async () => {
  manager = await server.token('manager');
  roommate = await server.token('neighbour');
  const answer = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{
        unit_id: 1,
        starts: addMonths(thisMonth, -1),
        proration: 'actual_days',
        tenant_ids: [BILLED, ROOMMATE],
      },
      charges: [{ kind: 'rent', amount: 1450, due_day: 1, from_month: thisMonth }],
    },
  });
  lease = answer.json<Lease>();
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

const change = (body: object) => server.call('PUT', `/leases/${lease.id}`, { as: manager, body });
const percent = (...of: number[]) => change({ shares: { in: 'percent', of } });
const charge = (amount: number) =>
  server.call('POST', '/transactions/charge', {
    as: manager,
    body: { userId: BILLED, unitId: 1, amount, description: 'Water' },
  });
const asked = async () =>
  Promise.all(
    [resident, roommate].map(
      async (as) => (await server.call('GET', '/leases/my-leases', { as })).json<OwnLease[]>()[0]?.asked,
    ),
  );
const payPart = (as: string, amount: number) =>
  server.call('POST', '/stripe_payments/create-partial-payment', { as, body: { amount } });

test('shares are set in percent or in dollars, are told with the lease, and are taken away', async () => {
  expect(lease).toMatchObject({ shares_in: null, tenants: [{ share: null }, { share: null }] });
  expect((await percent(60, 40)).json()).toMatchObject({
    shares_in: 'percent',
    tenants: [{ share: 60 }, { share: 40 }],
  });
  expect((await change({ shares: { in: 'amount', of: [950, 500] } })).json()).toMatchObject({
    shares_in: 'amount',
    tenants: [{ share: 950 }, { share: 500 }],
  });
  expect((await change({ shares: null })).json()).toMatchObject({
    shares_in: null,
    tenants: [{ share: null }, {}],
  });
});

test('shares that do not add up are refused at their field, and change nothing', async () => {
  await percent(60, 40);
  for (const shares of [
    { in: 'percent', of: [60, 41] },
    { in: 'percent', of: [100] },
    { in: 'amount', of: [1, 2] },
    { in: 'percent', of: [-1, 101] },
  ]) {
    const refused = await change({ shares });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json<{ fields: object }>().fields)[0]).toMatch(/^shares/);
  }
  expect((await change({})).json()).toMatchObject({ tenants: [{ share: 60 }, { share: 40 }] });
});

test('shares stay with their people in another order, and go with another person', async () => {
  await percent(60, 40);
  expect((await change({ tenant_ids: [ROOMMATE, BILLED] })).json()).toMatchObject({
    shares_in: 'percent',
    tenants: [
      { id: ROOMMATE, share: 40 },
      { id: BILLED, share: 60 },
    ],
  });
  expect((await change({ tenant_ids: [ROOMMATE, BILLED, 4] })).json()).toMatchObject({ shares_in: null });
});

test('each is asked for their share, may pay it by card, and the debt stays the lease’s', async () => {
  expect(await asked()).toEqual([null, null]);
  await percent(60, 40);
  await charge(1000);
  expect(await asked()).toEqual([600, 400]);
  const less = await payPart(roommate, 399);
  expect([less.statusCode, less.json()]).toMatchObject([
    409,
    { message: 'Your share of $400.00 must be paid at least.' },
  ]);
  const started = await payPart(roommate, 400);
  expect(started.json()).toMatchObject({ amount: 400 });
  await server.pay(started.json<{ clientSecret: string }>().clientSecret);
  await server.deliver(server.events('payment_intent.succeeded'));
  expect(await asked()).toEqual([600, 0]);
  // The other one may leave theirs unpaid: then all of it is still the home's, and this one may pay it.
  expect(
    (await server.call('POST', '/stripe_payments/create-payment', { as: roommate })).json(),
  ).toMatchObject({
    amount: 600,
  });
  expect((await payPart(resident, 600)).json()).toMatchObject({ amount: 600 });
});
