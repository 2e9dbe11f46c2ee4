import type * as z from 'zod/mini';
import type {
  InstalledMeter,
  MeterExchange,
  MeterRemoval,
  NewMeter,
} from '../../../contract/utilities/installedMeter.ts';
import { METER_LABELS } from '../../../contract/utilities/meters.ts';
import { mayHaveRolledOver, valueProblem, type Register } from '../../../contract/utilities/readingRules.ts';
import { mediumDayText } from '../../../contract/values/calendar.ts';
import { recordChange } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';

/** The fields of a meter that are audited. */
export const AUDITED_FIELDS: (keyof InstalledMeter)[] = [
  'unit_id',
  'kind',
  'serial_number',
  'measure',
  'digits',
  'multiplier',
  'place',
  'installed_on',
  'removed_on',
  'replaces',
];
export const auditMeter = recordChange<InstalledMeter>('meter', AUDITED_FIELDS);

/** Who changes meters, and on which day it is. */
export interface Change {
  author: number;
  /** Such as `2026-05-26`. */
  today: string;
}

/** Returns a handler that throws the refusal of a serial number that another meter has; other errors unchanged. */
export function serialError(kind: InstalledMeter['kind'], serial: string) {
  return (error: unknown): never => {
    if (!violates(error, 'meters_serial_number_once')) throw error;
    const { name } = METER_LABELS[kind];
    throw fieldError(
      409,
      'serial_number',
      `There is already a meter for ${name.toLowerCase()} with the number ${serial}.`,
    );
  };
}

type Given = Omit<z.output<typeof NewMeter>, 'place' | 'installed_on'> & {
  place: string | null;
  installed_on: string;
  replaces: number | null;
};

/**
 * Adds a meter with its first value, and returns its id and that of this value's reading.
 * @throws {ApiError} 409 for a number that a meter of the kind has, 400 for a value that it cannot show
 */
export async function insertMeter(
  sql: Sql,
  author: number,
  unit: number,
  { kind, serial_number, measure, digits, multiplier, place, installed_on, first_value, replaces }: Given,
): Promise<{ id: number; first: number }> {
  refuseValue('first_value', first_value, { digits });
  const [meter] = await sql<{ id: number }>`
    insert into meters (unit_id, kind, serial_number, measure, digits, multiplier, place, installed_on, replaces, created_by)
    values (${unit}, ${kind}, ${serial_number}, ${measure}, ${digits}, ${multiplier}, ${place}, ${installed_on}, ${replaces},
      ${author})
    returning id`.catch(serialError(kind, serial_number));
  if (!meter) throw new Error('The new meter was not returned.');
  const [first] = await sql<{ id: number }>`
    insert into meter_readings (meter_id, kind, value, read_on, created_by)
    values (${meter.id}, 'installed', ${first_value}, ${installed_on}, ${author}) returning id`;
  if (!first) throw new Error('The first reading was not returned.');
  return { id: meter.id, first: first.id };
}

type Removal = Omit<z.output<typeof MeterRemoval>, 'removed_on'> & { removed_on: string };

/**
 * Removes a meter with its last value, and returns the id of that value's reading.
 * @throws {ApiError} 400 for a last value below that of the last bill that did not roll over, and for a day before it
 */
export async function removeMeter(
  sql: Sql,
  author: number,
  meter: InstalledMeter,
  { last_value, last_estimated = false, last_rolled_over = false, removed_on }: Removal,
): Promise<number> {
  refuseValue('last_value', last_value, meter);
  refuseBelow('last_value', last_value, { meter, rolledOver: last_rolled_over });
  refuseEarlier('removed_on', removed_on, meter);
  await sql`update meters set removed_on = ${removed_on} where id = ${meter.id}`;
  const [reading] = await sql<{ id: number }>`
    insert into meter_readings (meter_id, kind, value, read_on, estimated, created_by)
    values (${meter.id}, 'removed', ${last_value}, ${removed_on}, ${last_estimated}, ${author}) returning id`;
  if (!reading) throw new Error('The last reading was not returned.');
  return reading.id;
}

/** Removes a meter and adds the one in its place, on the same day. Throws as both do. */
export async function exchangeMeter(
  sql: Sql,
  { author, today }: Change,
  meter: InstalledMeter,
  {
    exchanged_on = today,
    serial_number,
    digits,
    multiplier,
    first_value,
    ...removal
  }: z.output<typeof MeterExchange>,
): Promise<{ removedReading: number; id: number; first: number }> {
  refuseEarlier('exchanged_on', exchanged_on, meter);
  const removedReading = await removeMeter(sql, author, meter, { ...removal, removed_on: exchanged_on });
  const { kind, measure, place } = meter;
  const added = await insertMeter(sql, author, meter.unit_id, {
    ...{ kind, measure, place, serial_number, digits, multiplier, first_value },
    ...{ installed_on: exchanged_on, replaces: meter.id },
  });
  return { removedReading, ...added };
}

/** @throws {ApiError} 400 for a value with more digits than the meter has */
export function refuseValue(field: string, value: number, register: Pick<Register, 'digits'>): void {
  const problem = valueProblem(value, register);
  if (problem) throw fieldError(400, field, problem);
}

/** A meter with what it showed last. */
type LastRead = Pick<InstalledMeter, 'last' | 'serial_number' | 'digits'>;

/** @throws {ApiError} 400 for a value below the last one, unless it rolled over, which its digits allow */
export function refuseBelow(
  field: string,
  value: number,
  { meter, rolledOver }: { meter: LastRead; rolledOver: boolean },
): void {
  const { last, serial_number } = meter;
  if (value >= last.value || (rolledOver && mayHaveRolledOver(last.value, value, meter))) return;
  const text = `The meter ${serial_number} showed ${last.value} on ${mediumDayText(last.read_on)}, which is more.`;
  throw fieldError(400, field, rolledOver ? `${text} It cannot have rolled over since.` : text);
}

/** @throws {ApiError} 400 for a day before that of the meter's last bill, on which it showed more than nothing is known of */
export function refuseEarlier(field: string, day: string, { last, serial_number }: LastRead): void {
  if (day >= last.read_on) return;
  throw fieldError(
    400,
    field,
    `The meter ${serial_number} was read on ${mediumDayText(last.read_on)} already.`,
  );
}

/** @throws {ApiError} 400 for a day that is more than one ahead, which no time zone is */
export function refuseFuture(field: string, day: string, latest: string): void {
  if (day > latest) throw fieldError(400, field, 'This day has not come yet.');
}

export function noSuchUnit(): ApiError {
  return new ApiError(404, 'This unit is not there any more.');
}
