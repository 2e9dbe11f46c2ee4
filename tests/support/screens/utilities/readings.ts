import { screen, within } from '@testing-library/react';
import { openApp, type App } from '../app.tsx';
import { server } from '../../server/world.ts';

export const open = () => openApp(server, { at: '/admin/utilities', as: 'manager' });
export const unit = (name: string) => within(screen.getByRole('group', { name }));
export const meter = (name: string, label: RegExp | string) =>
  unit(name).getByLabelText<HTMLInputElement>(label);
export const ROBIN = 'Unit 101, Maple Court';
export const NOOR = 'Unit 102, Maple Court';
export const bills = () => server.database.sql<{ amount: number; description: string }>`
  select amount, description from transactions
  where id in (select transaction_id from utility_bills) order by id`;

export async function enter(app: App, name: string, water: string, electric = '', gas = ''): Promise<void> {
  await screen.findByRole('group', { name });
  for (const [label, text] of [[/^Water/, water], [/^Electric/, electric], [/^Gas/, gas]] as const) {
    if (text) await app.user.type(meter(name, label), text);
  } // prettier-ignore
}
export const review = async (app: App) => {
  await app.user.click(screen.getByRole('button', { name: 'Review & Post Bills' }));
};

/** A bill of 1,000 gallons and 300 kWh for unit 101, of last month or of the given day. */
export async function usualBill(at?: Date): Promise<void> {
  const taken = at ?? new Date(Date.now() - 40 * 24 * 60 * 60_000);
  await server.database.sql`
    with entry as (
      insert into transactions (user_id, unit_id, amount, type, description)
      values (2, 1, 56, 'Utility', 'a bill') returning id
    )
    insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
      rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at, created_by)
    select id, 2, 1, date_trunc('month', ${taken}::timestamptz at time zone 'America/New_York')::date, 1000, 300, 0,
      0.0125, 0.145, 1.09, 12.5, 43.5, 0, '2026-11-30', ${taken}, 1 from entry`;
}
export async function addNoor(): Promise<void> {
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
    select 'tenant' || id, 'tenant' || id || '@example.com', '', 'Tenant', 'Of ' || unit_number, id, false
    from units where id in (3, 4)`;
}

export async function clearBills(): Promise<void> {
  const { sql } = server.database;
  await sql`delete from utility_bills where duplicate_of is not null`;
  await sql`delete from utility_bills`;
  await sql`delete from idempotency_keys`;
  await sql`delete from utility_rates`;
  await sql`update users set is_current_user = true`;
  await sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (0.0125, 0.145, 1.09, now() - interval '60 days')`;
}
