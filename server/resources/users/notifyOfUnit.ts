import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';

/** Tells a resident that management declined the unit they named. */
export async function notifyOfDecline(sql: Sql, { id, is_manager }: User, unit_claim: string): Promise<void> {
  if (!is_manager) await notify(sql, { kind: 'unit_declined', to: [id], data: { unit_claim } });
}

/** Tells a resident the unit that management has given them, if any. */
export async function notifyOfUnit(sql: Sql, { id, unit, is_manager }: User): Promise<void> {
  if (unit === null || is_manager) return;
  const [data] = await sql<{ unit_number: string; property_name: string }>`
    select unit_number, property_name from units
    join property_labels as properties on properties.id = units.property_id where units.id = ${unit}`;
  if (data) await notify(sql, { kind: 'unit_confirmed', to: [id], data });
}
