import type { Condition, InspectedRoom } from '../../contract/inspections/inspection.ts';
import { FIRST_TEMPLATE } from '../../contract/inspections/template.ts';
import type { Sql } from '../database/database.ts';
import type { Calendar } from './calendar.ts';
import type { DemoIds } from './places.ts';

// Devices give inspections their ids; those of the demo are always the same.
const MOVE_IN = { id: '7d1c2f60-3a51-4f0e-9c58-0a6f5be2d001', copy: '7d1c2f60-3a51-4f0e-9c58-0a6f5be2d002' };
const MOVE_OUT = { id: '7d1c2f60-3a51-4f0e-9c58-0a6f5be2d003', copy: '7d1c2f60-3a51-4f0e-9c58-0a6f5be2d004' };

type Found = Record<string, [Condition, string]>;

/** What was noted as other than good. */
const MOVED_IN: Found = {
  'Entrance, Door and locks': ['Fair', 'Scratched around the lock.'],
  'Kitchen, Refrigerator': ['New', 'Delivered the week before.'],
  'Bathroom, Floor': ['Fair', 'One tile beside the tub has a hairline crack.'],
  'Keys and meters, Keys': ['Good', 'Two for the home, one for the mailbox.'],
};
const MOVED_OUT: Found = {
  'Living room, Walls and ceiling': ['Damaged', 'Six anchor holes behind the door, not filled.'],
  'Kitchen, Stove and oven': ['Fair', 'To be cleaned.'],
};
/** How many rooms of the move-out are done. */
const WALKED = 3;

/** The finished move-in of the resident's home, and a move-out that is under way in the home that was left last. */
export async function insertInspections(
  sql: Sql,
  { zone }: Calendar,
  { userIds, manager }: DemoIds,
): Promise<void> {
  const movedIn = FIRST_TEMPLATE.rooms.map((room) => walked(room, MOVED_IN));
  await sql`
    insert into inspections (id, unit_id, lease_id, kind, day, rooms, signatures, finalized_at, remarks_until, saved_by, saved_at, copy)
    select ${MOVE_IN.id}::uuid, leases.unit_id, leases.id, 'Move-in', leases.starts, ${movedIn}::jsonb,
      jsonb_build_array(
        jsonb_build_object('by', 'management', 'name', author.first_name || ' ' || author.last_name, 'strokes', null),
        jsonb_build_object('by', 'tenant', 'name', tenant.first_name || ' ' || tenant.last_name, 'strokes', null)),
      (leases.starts + time '15:30') at time zone ${zone}, leases.starts + ${FIRST_TEMPLATE.remark_days}::int, author.id,
      (leases.starts + time '15:30') at time zone ${zone},
      ${MOVE_IN.copy}::uuid
    from leases join lease_tenants on lease_tenants.lease_id = leases.id and lease_tenants.user_id = ${userIds.get('resident')}
    join users as tenant on tenant.id = lease_tenants.user_id join users as author on author.id = ${manager}`;
  const movedOut = FIRST_TEMPLATE.rooms.map((room, nth) =>
    walked(room, nth < WALKED ? MOVED_OUT : undefined),
  );
  await sql`
    insert into inspections (id, unit_id, lease_id, kind, day, rooms, saved_by, saved_at, copy)
    select ${MOVE_OUT.id}::uuid, unit_id, id, 'Move-out', ends, ${movedOut}::jsonb, ${manager}, (ends + time '14:00') at time zone ${zone},
      ${MOVE_OUT.copy}::uuid
    from leases where ends is not null order by ends desc, id limit 1`;
}

/** A room as it was found; nobody has looked at it where nothing is given. */
function walked(
  { name, items }: (typeof FIRST_TEMPLATE.rooms)[number],
  found: Found | undefined,
): InspectedRoom {
  return {
    name,
    items: items.map((item) => {
      const [condition, remark] = found?.[`${name}, ${item.name}`] ?? ['Good' as const, null];
      return { name: item.name, condition: found ? condition : null, remark };
    }),
  };
}
