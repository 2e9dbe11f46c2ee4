import { screen, within } from '@testing-library/react';
import type { Property } from '../../../../contract/properties/property.ts';
import { openApp } from '../app.tsx';
import { server } from '../../server/world.ts';

export const LIST = '/admin/propertyinfo';
export const open = (at = LIST) => openApp(server, { at, as: 'manager' });
export const card = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li')!);

export async function onServer(): Promise<Property[]> {
  const as = await server.token('manager');
  return (await server.call('GET', '/properties', { as })).json<Property[]>();
}
export async function resetProperties(): Promise<void> {
  const { sql } = server.database;
  await sql`delete from properties where id > 2`;
  await sql`
    update properties set property_name = 'Harbor House', address = '4 Quay Road', phone_number = null, total_units = 2
    where id = 2`;
  await sql`insert into properties (id, property_name, address) values (30, 'Quay View', '9 Quay Road')`;
}
