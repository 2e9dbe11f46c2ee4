import sqlTag from 'sql-template-tag';
import { bareDoor, type DoorNumber } from '../../../contract/units/doorNumber.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { notifyManagers } from '../../notifications/notifyManagers.ts';

/** Of a row of `users`: false while a number is claimed that no unit has. */
export const isClaimKnown = sqlTag`(users.unit_claim is null or exists (
  select from units as claimed where door_number(claimed.unit_number) = door_number(users.unit_claim)))`;

/**
 * What is on the door of somebody who says themselves where they live, as a claim that management confirms or declines. It may be
 * of no unit: whoever slips, or lives where management has entered nothing yet, is not kept out. "Apt 2B" is a claim for 2B where
 * a unit has that number, and none has the other.
 */
export async function claimOf(sql: Sql, door: DoorNumber | null | undefined): Promise<string | null> {
  if (door == null) return null;
  const typed = String(door);
  const bare = bareDoor(typed);
  if (bare === undefined) return typed;
  const [found] = await sql<{ typed: boolean | null; bare: boolean | null }>`
    select bool_or(door_number(unit_number) = door_number(${typed})) as typed,
      bool_or(door_number(unit_number) = door_number(${bare})) as bare
    from units`;
  return found?.bare && !found.typed ? bare : typed;
}

/** Tells managers of somebody who has just come and has no home yet: of the claim they made, or that they made none. */
export async function notifyOfClaim(sql: Sql, user: User): Promise<void> {
  const { id, unit, unit_claim, is_manager } = user;
  if (unit !== null || is_manager) return;
  const [row] = await sql<{ known: boolean }>`select ${isClaimKnown} as known from users where id = ${id}`;
  const data = { user_id: id, name: fullNameOf(user), unit_claim, unknown: row?.known === false };
  await notifyManagers(sql, user, { kind: 'claim_to_confirm', data });
}
