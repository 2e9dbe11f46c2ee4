import { screen, within } from '@testing-library/react';
import type { Unit } from '../../../../contract/units/unit.ts';
import { openApp } from '../app.tsx';
import { server } from '../../server/world.ts';

export const LIST = '/admin/units';
export const open = (at = LIST) => openApp(server, { at, as: 'manager' });
export const row = async (link: string) => (await screen.findByRole('link', { name: link })).closest('tr')!;
export const cells = (tr: HTMLElement) =>
  within(tr)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

export async function onServer(): Promise<Unit[]> {
  const as = await server.token('manager');
  return (await server.call('GET', '/units', { as })).json<Unit[]>();
}
export async function resetUnits(): Promise<void> {
  const { sql } = server.database;
  await sql`delete from units where id > 5`;
  await sql`
    insert into units (id, property_id, unit_number, rent_amount, notes, tenants)
    values (50, 2, '9C', 1234.5, 'Top floor', 'Zoë Müller')`;
}
