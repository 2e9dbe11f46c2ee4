import { expect } from 'vitest';
import type { Today, TodayKind } from '../../../../contract/today/today.ts';
import { communityDay } from '../../days.ts';
import { manager, server } from '../world.ts';

export const ROBIN = 2;
export const NOOR = 3;
export const NICO = 4;
export const today = communityDay;

export const read = async (as = manager) => (await server.call('GET', '/today', { as })).json<Today>();
export const groups = async (as = manager) => (await read(as)).groups;
export const group = async (kind: TodayKind) => (await groups()).find((each) => each.kind === kind);

/** Sends a change that must succeed. */
export async function change(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: object,
  as = manager,
): Promise<void> {
  const answer = await server.call(method, path, { as, body });
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
}

/** Charges Robin, straight in the database where the day is past. */
export async function charge(amount: number, day: string, type = 'Other Charge'): Promise<void> {
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on)
    values (${ROBIN}, 1, ${amount}, ${type}, 'a charge', ${day}::date)`;
}
