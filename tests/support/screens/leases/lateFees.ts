import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Lease } from '../../../../contract/leases/lease.ts';
import type { RecordedPayment, Transaction } from '../../../../contract/ledger/ledger.ts';
import { addMonths, monthOf } from '../../../../contract/values/calendar.ts';
import { postLateFees } from '../../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { isoDay } from '../../../../src/ui/data/Time.tsx';
import type { App } from '../app.tsx';
import { manager, server } from '../../server/world.ts';

export const today = isoDay();
export const month = (count: number) => addMonths(monthOf(today), count);
export const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** A resident of another unit each, since entries stay. */
export let tenant: { id: number; unit: number; username: string };
export let people = 0;

/** A lease with rent of $1,000 on the first, from a month on, which is next month by default. */
export async function begin(from = month(1)): Promise<Lease> {
  const answer = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: tenant.unit, starts: month(-3), proration: 'actual_days', tenant_ids: [tenant.id] },
      charges: [{ kind: 'rent', amount: 1000, due_day: 1, from_month: from }],
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Lease>();
}

/** A fee of $50.00 from the start, straight in the database. */
export const setFee = () => server.database.sql`
  insert into late_fee_rules (property_id, from_day, kind, grace_days, amount)
  select property_id, '2000-01-01', 'flat', 5, 50 from units where id = ${tenant.unit}`;

export async function charge(day: string): Promise<void> {
  const now = new Date(`${day}T12:00:00Z`);
  await postLeaseCharges(server.database, { zone: 'UTC', now });
  await postLateFees(server.database, { zone: 'UTC', now });
}
export const post = async <T>(path: string, body: object) => {
  const answer = await server.call('POST', `/transactions/${path}`, { as: manager, body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<T>();
};
export const pay = (amount: number, received_on: string) =>
  post<RecordedPayment>('record-payment', { userId: tenant.id, unitId: tenant.unit, amount, received_on });
export const history = async () =>
  (await server.call('GET', `/transactions/user-history/${tenant.id}`, { as: manager })).json<
    Transaction[]
  >();

export async function openCharges(app: App) {
  await app.user.click(await screen.findByRole('button', { name: 'Show unpaid charges' }));
  return within(await screen.findByRole('dialog', { name: 'Still to Pay' }));
}

export async function fill(app: App, label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await app.user.clear(field);
  await app.user.type(field, text);
}
export const press = async (app: App, name: string) =>
  app.user.click(await screen.findByRole('button', { name }));
export async function newTenant(): Promise<void> {
  const { sql } = server.database;
  const username = `late${(people += 1)}`;
  const [property] = await sql<{ id: number }>`
    insert into properties (property_name, address) values (${`House ${people}`}, '1 Quay') returning id`;
  const [unit] = await sql<{ id: number }>`
    insert into units (property_id, unit_number) values (${property!.id}, '1') returning id`;
  const [user] = await sql<{ id: number }>`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
    select ${username}, ${`${username}@example.com`}, password_hash, 'Lee', 'Late', ${unit!.id}, false
    from users where username = 'resident' returning id`;
  tenant = { id: user!.id, unit: unit!.id, username };
}
