import sqlTag from 'sql-template-tag';
import type { AccessChanged } from '../../../../contract/users/access.ts';
import type { User } from '../../../../contract/users/user.ts';
import { userColumns } from '../../../auth/userColumns.ts';
import { isoTimestamp } from '../../../database/isoTimestamp.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';

/** A user with where they live, and since when their access stands so. */
export type Standing = User & AccessChanged;

/**
 * Reads a user with since when their access stands so, and locks the row until the transaction ends.
 * @throws {ApiError} 404 for an unknown user
 */
export async function lockedStanding(sql: Sql, id: number): Promise<Standing> {
  const [user] = await sql<Standing>`
    select ${userColumns}, properties.property_name, ${isoTimestamp(sqlTag`users.access_since`)} as access_since
    from users left join units on units.id = users.unit
    left join property_labels as properties on properties.id = units.property_id
    where users.id = ${id} for update of users`;
  if (!user) throw new ApiError(404, 'There is no such user.');
  return user;
}

/** What stands, of which a change that was written for something else is told. */
export function accessOf({ unit, unit_number, property_name, access_since }: Standing): AccessChanged {
  return { unit, unit_number, property_name, access_since };
}

/** Whether somebody lives elsewhere, or their access was changed, since a change was written that names both or the unit alone. */
export function isAccessChanged(
  { unit, access_since }: Standing,
  written: { unit?: number | null | undefined; access_since?: string | null | undefined },
): boolean {
  return (
    (written.unit !== undefined && written.unit !== unit) ||
    (written.access_since !== undefined && written.access_since !== access_since)
  );
}
