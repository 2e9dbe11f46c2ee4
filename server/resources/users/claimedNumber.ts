import type { DoorNumber } from '../../../contract/doorNumber.ts';
import type { Sql } from '../../database/database.ts';
import { fieldError } from '../../http/apiError.ts';

/**
 * What is on the door of somebody who says themselves where they live, as a claim that management confirms or declines.
 * @throws {ApiError} 400 at the field `unit`, where no unit has the number
 */
export async function claimedNumber(sql: Sql, door: DoorNumber | null | undefined): Promise<string | null> {
  if (door == null) return null;
  const [unitRow] =
    await sql`select 1 from units where door_number(unit_number) = door_number(${String(door)})`;
  if (!unitRow) {
    throw fieldError(
      400,
      'unit',
      `We have no unit ${door}. Check the number on your door, or leave it empty.`,
    );
  }
  return String(door);
}
