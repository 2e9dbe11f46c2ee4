import { expect } from 'vitest';
import { notifyOfRent } from '../../../server/resources/leases/notifyOfRent.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { manager, neighbour, resident, server, testWith } from '../../support/server/world.ts';
import { RESIDENT, told, latest } from '../../support/server/notifications/events.ts';

const test = testWith({ ...UNLIMITED, REGISTRATIONS_PER_ADDRESS: '1000', TIME_ZONE: 'UTC' });

test.beforeEach(async () => {
  await server.database.sql`delete from announcements`;
  await server.database.sql`delete from notification_events`;
});

test('a credit is told neither as a charge nor as a payment, and its reversal as none that came back', async () => {
  const body = { userId: RESIDENT, amount: 25, reason: 'A cold week' };
  const given = await server.call('POST', '/transactions/credit', { as: manager, body });
  const { id } = given.json<{ id: number }>();
  await server.call('POST', `/transactions/${id}/reversal`, { as: manager, body: { reason: 'Wrong' } });
  expect(await told()).toEqual([]);
});

test('charges, payments and what is taken back are told to their tenant alone', async () => {
  const body = { userId: RESIDENT, amount: 25 };
  await server.call('POST', '/transactions/charge', {
    as: manager,
    body: { ...body, description: 'Lost key' },
  });
  const paid = await server.call('POST', '/transactions/record-payment', { as: manager, body });
  const { id } = paid.json<{ id: number }>();
  expect(await latest(resident)).toMatchObject({
    title: 'Your payment of $25.00 was received',
    path: `/payments/receipt/${id}`,
  });
  await server.call('POST', `/transactions/${id}/return`, {
    as: manager,
    body: { reason: 'Bounced', fee: 20 },
  });
  expect(await told()).toEqual([
    ['charge_posted', [RESIDENT]],
    ['payment_received', [RESIDENT]],
    ['payment_taken_back', [RESIDENT]],
    ['charge_posted', [RESIDENT]],
  ]);
  const list = await server.call('GET', '/notifications', { as: neighbour });
  expect(list.json()).toEqual([]);
});

test('a charge that is reversed is not told', async () => {
  const charged = await server.call('POST', '/transactions/charge', {
    as: manager,
    body: { userId: RESIDENT, amount: 25, description: 'Lost key' },
  });
  const { id } = charged.json<{ id: number }>();
  await server.call('POST', `/transactions/${id}/reversal`, { as: manager, body: { reason: 'Found it' } });
  expect(await told()).toEqual([['charge_posted', [RESIDENT]]]);
});

test('rent is told three days before it is due, once, and charges posted together are told as one', async () => {
  const lease = await server.call('POST', '/leases', {
    as: manager,
    body: {
      unit_id: 1,
      starts: '2026-01-01',
      proration: 'actual_days',
      tenant_ids: [RESIDENT],
      charges: [
        { kind: 'rent', amount: 1200, due_day: 10, from_month: '2026-01-01' },
        { kind: 'parking', amount: 45, due_day: 10, from_month: '2026-01-01' },
      ],
    },
  });
  expect(lease.statusCode).toBe(201);
  const at = (day: string) => ({ zone: 'UTC', now: new Date(`2026-01-${day}T12:00:00Z`) });
  await notifyOfRent(server.database, at('06'));
  expect(await told()).toEqual([]);
  await notifyOfRent(server.database, at('07'));
  await notifyOfRent(server.database, at('08'));
  expect(await told()).toEqual([['rent_due_soon', [RESIDENT]]]);
  expect(await latest(resident)).toMatchObject({
    title: '$1,200.00 is due on January 10, 2026',
    body: 'Rent for January 2026',
  });
  await postLeaseCharges(server.database, at('10'));
  await notifyOfRent(server.database, at('10'));
  expect(await told()).toEqual([
    ['rent_due_soon', [RESIDENT]],
    ['charge_posted', [RESIDENT]],
  ]);
  expect(await latest(resident)).toMatchObject({
    title: '2 new charges of $1,245.00 together',
    body: 'Rent for January 2026: $1,200.00\nParking for January 2026: $45.00',
  });
});
