import type { Sql } from '../../database/database.ts';
import { fieldError } from '../../http/apiError.ts';

/**
 * The number on the door of somebody who says themselves where they live, as a claim that management confirms or declines.
 * @throws {ApiError} 400 at the field `unit`, where no unit has the number
 */
export async function claimedNumber(sql: Sql, number: number | null | undefined): Promise<string | null> {
  if (number == null) return null;
  const [unitRow] = await sql`select 1 from units where lower(unit_number) = ${String(number)}`;
  if (!unitRow) {
    throw fieldError(
      400,
      'unit',
      `We have no unit ${number}. Check the number on your door, or leave it empty.`,
    );
  }
  return String(number);
}
