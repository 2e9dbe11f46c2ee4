import type * as z from 'zod/mini';
import type { InstalledMeter, NewMeter } from '../../../contract/utilities/installedMeter.ts';
import { recordCreation } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { AUDITED_FIELDS } from './changeMeters.ts';
import { meterList } from './meterRows.ts';

const auditCreated = recordCreation<InstalledMeter>('meter', AUDITED_FIELDS);

/**
 * Adds meters with their first values, and records it.
 * @throws the database's error for a number that a meter of the kind has (`meters_serial_number_once`), and for an unknown unit
 */
export async function insertMeters(
  sql: Sql,
  author: number,
  given: readonly (z.output<typeof NewMeter> & { unit_id: number; installed_on: string })[],
): Promise<void> {
  if (given.length === 0) return;
  const ids = await sql<{ id: number }>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('meters', 'id'))::int as id, row.*
      from jsonb_to_recordset(${given}::jsonb) as row(unit_id int, kind text, serial_number text, measure text, digits int,
        multiplier numeric, place text, installed_on date, first_value numeric)
    ), meter as (
      insert into meters (id, unit_id, kind, serial_number, measure, digits, multiplier, place, installed_on, created_by)
      select id, unit_id, kind, serial_number, measure, digits, multiplier, place, installed_on, ${author} from given
    ), reading as (
      insert into meter_readings (meter_id, kind, value, read_on, created_by)
      select id, 'installed', first_value, installed_on, ${author} from given order by id
    )
    select id from given`;
  const added = await sql<InstalledMeter>`
    select ${meterList.columns} from ${meterList.from}
    where meter.id = any(${ids.map(({ id }) => id)}::int[]) order by meter.id`;
  await auditCreated(sql, author, added);
}
