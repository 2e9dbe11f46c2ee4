import { randomUUID } from 'node:crypto';
import sqlTag from 'sql-template-tag';
import { CONDITIONS, INSPECTION_KINDS } from '../../../../contract/inspections/inspection.ts';
import { KEYS } from '../../../../contract/moves/move.ts';
import { server } from '../world.ts';
import type { RandomChanges, RandomSource } from './randomSource.ts';

/** Changes of inspections, and of how homes are inspected. */
export function randomInspections({ random, pick, call, anId, anyone, asManager, asResident }: RandomSource) {
  return {
    'inspection that is saved or finalized': async (by) => {
      const [home] = await server.database.sql<{ unit: number; lease: number }>`
        select unit_id as unit, id as lease from leases order by random() limit 1`;
      return call(by, 'PUT', `/inspections/${randomUUID()}`, asManager(), {
        ...{ unit_id: home?.unit ?? 1, lease_id: home?.lease ?? null, kind: pick(INSPECTION_KINDS) },
        ...{
          day: '2026-05-26',
          rooms: [{ name: 'Kitchen', items: [{ name: 'Floor', condition: pick(CONDITIONS), remark: null }] }],
          copy: randomUUID(),
          version: 0,
        },
        ...pick([
          { finalized: false, signatures: [] },
          { finalized: true, signatures: [{ by: 'management', name: 'Mo', strokes: null }] },
        ]),
      });
    },
    'draft of an inspection that is deleted': async (by) => {
      const [draft] = await server.database.sql<{ id: string }>`
        select id from inspections where finalized_at is null order by random() limit 1`;
      return call(by, 'DELETE', `/inspections/${draft?.id ?? randomUUID()}`, asManager());
    },
    'keys of a lease': async (by) =>
      call(by, 'PUT', `/leases/${await anId(sqlTag`select id from leases`)}/keys`, asManager(), {
        ...{ keys: pick(KEYS), done: random(0, 2) > 0 },
      }),
    'forwarding address': async (by) =>
      call(by, 'PUT', `/leases/${await anId(sqlTag`select id from leases`)}/forwarding-address`, anyone(), {
        forwarding_address: pick(['9 Quay', null]),
      }),
    'remark on an inspection': async (by) => {
      const [inspection] = await server.database.sql<{ id: string }>`
        select id from inspections where finalized_at is not null order by random() limit 1`;
      const path = `/inspections/${inspection?.id ?? randomUUID()}/remarks`;
      return call(by, 'POST', path, asResident(), { text: 'It was so before' });
    },
    'template of inspections': (by) =>
      call(by, 'PUT', '/inspections/template', asManager(), {
        ...{ remark_days: random(0, 60), rooms: [{ name: 'Kitchen', items: [] }] },
      }),
  } satisfies RandomChanges;
}
