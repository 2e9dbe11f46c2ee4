import { expect } from 'vitest';
import type { Unit } from '../../../../contract/units/unit.ts';
import { manager, server } from '../world.ts';

export const create = (body: object, headers = {}) =>
  server.call('POST', '/units', { as: manager, body, headers });
export const update = (id: number, body: object) =>
  server.call('PATCH', `/units/${id}`, { as: manager, body });
export const read = (id: number) => server.call('GET', `/units/${id}`, { as: manager });

/** An empty unit of Harbor House. */
export async function made(number: string, more: object = {}): Promise<Unit> {
  const answer = await create({ propertyId: 2, unitNumber: number, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Unit>();
}
export async function freeTenants(): Promise<void> {
  const { sql } = server.database;
  await sql`update users set unit = null where id > 3`;
  await sql`update users set unit_claim = '201', is_current_user = true where username = 'newcomer'`;
  await sql`delete from maintenance_requests`;
}
