import { costOfReading } from '../../resources/utilities/common/commonCost.ts';
import { insertShares } from '../../resources/utilities/common/billShares.ts';
import { findCommonMeter } from '../../resources/utilities/common/commonMeterRows.ts';
import type { Sql } from '../../database/database.ts';
import type { Calendar } from '../calendar.ts';
import type { DemoIds, UnitName } from '../places.ts';
import type { Step } from '../step.ts';

const PROPERTY = 'Linden House';
/** One of them is vacant: its share stays with the property. */
const HOMES: readonly UnitName[] = [
  'Linden House 1A',
  'Linden House 1B',
  'Linden House 4A',
  'Linden House 4B',
];

/** What the meter showed; the last reading is not billed yet. */
const [FIRST, BILLED, UNBILLED] = [84_210, 86_930, 89_870];
/** The day of a month on which it is read. */
const DAY = 28;

const TIERS = [
  { up_to: 1000, rate: 0.0105 },
  { up_to: 2500, rate: 0.0132 },
  { up_to: null, rate: 0.0178 },
];

/** Prices water in one property by tiers from next month on: until then the flat rates are the default that they are everywhere. */
export async function insertTariff(sql: Sql, calendar: Calendar, manager: number): Promise<void> {
  await sql`
    insert into utility_tariffs (kind, property_id, valid_from, fixed_fee, tiers, minimum, tax_percent, created_by)
    select 'water', id, ${calendar.inMonth(-1, 1, '').trim()}, 4, ${TIERS}::jsonb, 0, 0, ${manager}
    from properties where property_name = ${PROPERTY}`;
}

/** A meter of the laundry, which homes share: last month's reading is billed, and today's is not. */
export function commonMeterOf(sql: Sql, calendar: Calendar, ids: DemoIds): Step[] {
  let meter: number;
  return [
    {
      at: calendar.inMonth(2, DAY, '09:00:00'),
      post: async (now) => {
        meter = await insertMeter(sql, ids, now);
        await read(sql, { meter, value: FIRST, manager: ids.manager, zone: calendar.zone }, now);
      },
    },
    {
      at: calendar.inMonth(1, DAY, '09:00:00'),
      post: async (now) => {
        const reading = await read(
          sql,
          { meter, value: BILLED, manager: ids.manager, zone: calendar.zone },
          now,
        );
        const shared = await findCommonMeter(sql, meter);
        const cost = await costOfReading(sql, shared, reading);
        await insertShares(sql, { author: ids.manager, meter: shared, reading, cost, at: now });
      },
    },
    {
      at: calendar.now,
      post: () =>
        read(sql, { meter, value: UNBILLED, manager: ids.manager, zone: calendar.zone }, calendar.instant),
    },
  ];
}

async function insertMeter(sql: Sql, { unitIds, manager }: DemoIds, now: Date): Promise<number> {
  const [added] = await sql<{ id: number }>`
    insert into common_meters (property_id, kind, serial_number, measure, multiplier, digits, place, shared_by, created_by, created_at)
    select id, 'water', 'W-204117', 'gal', 1, 6, 'Laundry room', 'equally', ${manager}, ${now.toISOString()}
    from properties where property_name = ${PROPERTY} returning id`;
  if (!added) throw new Error(`The demo has no ${PROPERTY}.`);
  const homes = HOMES.map((home) => unitIds.get(home));
  await sql`insert into common_meter_homes (meter_id, unit_id) select ${added.id}, unnest(${homes}::int[])`;
  return added.id;
}

interface Shown {
  meter: number;
  value: number;
  manager: number;
  zone: string;
}

async function read(sql: Sql, { meter, value, manager, zone }: Shown, now: Date): Promise<number> {
  const at = now.toISOString();
  const [reading] = await sql<{ id: number }>`
    insert into common_readings (meter_id, value, read_on, taken_at, created_by, created_at)
    values (${meter}, ${value}, (${at}::timestamptz at time zone ${zone})::date, ${at}, ${manager}, ${at}) returning id`;
  if (!reading) throw new Error('The reading was not returned.');
  return reading.id;
}
