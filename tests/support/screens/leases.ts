import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { manager, server } from '../server/world.ts';
import { openApp, type App } from './app.tsx';

export const today = isoDay();
/** The first day of a month, counted from this one. */
export const month = (count: number) => addMonths(monthOf(today), count);

/** Ends every lease long ago, with nobody on it. Call it before each test. */
export async function endLeases(): Promise<void> {
  const { sql } = server.database;
  await sql`truncate lease_posting`;
  await sql`update leases set starts = '2000-01-01', ends = '2000-01-31' where ends is null or ends > '2001-01-01'`;
  await sql`delete from lease_tenants`;
}

interface LeaseStart {
  /** The first month that is charged; next month by default. */
  from_month?: string;
}

/** A lease of the resident’s unit, since three months ago, with rent on the first. */
export async function begin({ from_month = month(1) }: LeaseStart = {}): Promise<Lease> {
  const answer = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: 1, starts: month(-3), proration: 'actual_days', tenant_ids: [2] },
      charges: [{ kind: 'rent', amount: 1200, due_day: 1, from_month }],
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Lease>();
}

export const open = (at = '/admin/leases') => openApp(server, { at, as: 'manager' });
/** The leases that tests began. */
export const onServer = async () =>
  (await server.call('GET', '/leases', { as: manager }))
    .json<Lease[]>()
    .filter(({ tenants }) => tenants.length > 0);

export async function fill(app: App, label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await app.user.clear(field);
  await app.user.type(field, text);
}
export const choose = async (app: App, label: string, option: string) =>
  app.user.selectOptions(await screen.findByLabelText(label), option);
export const press = async (app: App, name: string) =>
  app.user.click(await screen.findByRole('button', { name }));
