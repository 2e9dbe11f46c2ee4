import { randomUUID } from 'node:crypto';
import type { Inspection, SavedInspection } from '../../../../contract/inspections/inspection.ts';
import { manager, server } from '../world.ts';

/** Begins the lease of unit 1 by these people, straight in the database; Robin is 2, Noor 3. */
export async function leaseOf(...tenants: number[]): Promise<number> {
  const { sql } = server.database;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2026-01-01', 'actual_days') returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select ${lease!.id}, user_id, position from unnest(${tenants}::int[]) with ordinality as tenant(user_id, position)`;
  return lease!.id;
}

/** What a device saves: a kitchen whose floor is good, and changes of that. */
export function walk(changes: Partial<SavedInspection> = {}): SavedInspection {
  return {
    ...{ unit_id: 1, lease_id: null, kind: 'Move-in', day: '2026-05-26', finalized: false, version: 0 },
    rooms: [{ name: 'Kitchen', items: [{ name: 'Floor', condition: 'Good', remark: null }] }],
    ...{ signatures: [], copy: randomUUID() },
    ...changes,
  };
}

/** Signed by management and a tenant. */
export const SIGNED: Pick<SavedInspection, 'finalized' | 'signatures'> = {
  finalized: true,
  signatures: [
    { by: 'management', name: 'Mo Manager', strokes: null },
    { by: 'tenant', name: 'Robin Hale', strokes: [[10, 20, 30, 40]] },
  ],
};

export const save = (id: string, body: object, headers: Record<string, string> = {}) =>
  server.call('PUT', `/inspections/${id}`, { as: manager, body, headers });

export const ofHome = async (unit = 1) =>
  (await server.call('GET', `/units/${unit}/inspections`, { as: manager })).json<Inspection[]>();
export const ofTenant = async (as: string) =>
  (await server.call('GET', '/inspections/own', { as })).json<Inspection[]>();
export const remark = (
  id: string,
  as: string,
  text = 'The floor was so before',
  headers: Record<string, string> = {},
) => server.call('POST', `/inspections/${id}/remarks`, { as, body: { text }, headers });
