import sqlTag from 'sql-template-tag';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import { READING_IS_BILLED } from '../../../contract/utilities/readingCorrection.ts';
import { mayHaveRolledOver } from '../../../contract/utilities/readingRules.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { refuseValue } from './changeMeters.ts';
import { settled } from './meterRows.ts';

/** Whether a bill that was not taken back counts from a reading (`reading`), or up to it. */
export const isBilled = sqlTag`exists (
  select from billed_usages as used where used.meter_id = reading.meter_id and reading.id in (used.from_id, used.to_id) and ${settled})`;

/** Whether the usage of a meter is counted from a reading (`reading`) although no bill was made with it. */
export const isCounted = sqlTag`(reading.kind in ('installed', 'removed') or reading.without_bill)`;

interface Correction {
  author: number;
  reading: number;
  value: number;
}

interface Row {
  value: number;
  billed: boolean;
  counted: boolean;
  earlier: number | null;
  later: number | null;
}

/**
 * Corrects what a meter showed, as long as no bill has it.
 * @throws {ApiError} 404, 409 `reading_billed`, and 400 for a value that does not fit those before and after it
 */
export async function correctReading(
  sql: Sql,
  meter: InstalledMeter,
  { author, reading, value }: Correction,
): Promise<void> {
  const beside = (order: 'asc' | 'desc') => sqlTag`(
    select beside.value from meter_readings as beside
    where beside.meter_id = reading.meter_id and beside.value is not null
      and ${order === 'asc' ? sqlTag`beside.id > reading.id` : sqlTag`beside.id < reading.id`}
      and (beside.kind in ('installed', 'removed') or beside.without_bill or exists (
        select from billed_usages as used where beside.id in (used.from_id, used.to_id) and ${settled}))
    order by ${order === 'asc' ? sqlTag`beside.id` : sqlTag`beside.id desc`} limit 1)`;
  const [row] = await sql<Row>`
    select reading.value, ${isBilled} as billed, ${isCounted} as counted, ${beside('desc')} as earlier, ${beside('asc')} as later
    from meter_readings as reading where reading.id = ${reading} and reading.meter_id = ${meter.id} and reading.value is not null`;
  if (!row) throw new ApiError(404, 'This reading is not there any more.');
  if (row.billed || !row.counted) throw new ApiError(409, READING_IS_BILLED, { code: 'reading_billed' });
  refuseValue('value', value, meter);
  refuseBackwards(meter, row.earlier, value);
  refuseBackwards(meter, value, row.later);
  await sql`update meter_readings set value = ${value} where id = ${reading}`;
  const changes = changesOf(['reading'], { reading: row.value }, { reading: value });
  await recordAudit(sql, author, [{ subject: 'meter', subject_id: meter.id, action: 'changed', changes }]);
}

function refuseBackwards(meter: InstalledMeter, from: number | null, to: number | null): void {
  if (from === null || to === null || to >= from || mayHaveRolledOver(from, to, meter)) return;
  throw fieldError(400, 'value', `The meter ${meter.serial_number} cannot have gone from ${from} to ${to}.`);
}
