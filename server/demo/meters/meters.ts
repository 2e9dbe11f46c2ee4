import type { Sql } from '../../database/database.ts';
import type { Calendar } from '../calendar.ts';
import type { DemoIds, UnitName } from '../places.ts';
import { seededRandom } from '../seededRandom.ts';

/** The homes that have meters, and where those are. Of the others the usage is typed. */
const METERED: readonly { unit: UnitName; place: string; gas: boolean }[] = [
  { unit: 'Alder Court 301', place: 'Hall closet', gas: true },
  { unit: 'Alder Court 302', place: 'Hall closet', gas: true },
  { unit: 'Alder Court 304', place: 'Behind the washer', gas: true },
  { unit: 'Linden House 3A', place: 'Basement, left', gas: false },
  { unit: 'Linden House 3B', place: 'Basement, right', gas: false },
];

const KINDS = [
  { kind: 'water', letter: 'W', measure: 'gal', digits: 6 },
  { kind: 'electric', letter: 'E', measure: 'kWh', digits: 5 },
  { kind: 'gas', letter: 'G', measure: 'therms', digits: 5 },
];

/** Gives some homes meters, which were read for the bills of the months before. */
export async function insertMeters(
  sql: Sql,
  calendar: Calendar,
  { unitIds, manager }: DemoIds,
): Promise<void> {
  const rows = METERED.flatMap(({ unit, place, gas }) => {
    const unit_id = unitIds.get(unit);
    if (unit_id === undefined) throw new Error(`The demo has no ${unit}.`);
    const random = seededRandom(`${unit} meters`);
    return KINDS.filter(({ kind }) => gas || kind !== 'gas').map(({ letter, ...meter }) => ({
      ...{ ...meter, unit_id, place, serial_number: `${letter}-${random(100_000, 999_999)}` },
      first_value: random(1000, 40_000),
    }));
  });
  await sql`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb) as row(unit_id int, kind text, serial_number text, measure text,
        digits int, place text, first_value numeric)
    ), meter as (
      insert into meters (unit_id, kind, serial_number, measure, multiplier, digits, place, installed_on, created_by)
      select unit_id, kind, serial_number, measure, 1, digits, place, ${calendar.inMonth(12, 1, '').trim()}, ${manager}
      from given returning *
    )
    insert into meter_readings (meter_id, kind, value, read_on, taken_at, created_by)
    select meter.id, 'installed', first_value, installed_on, installed_on::timestamp at time zone ${calendar.zone}, ${manager}
    from meter join given using (kind, serial_number) order by meter.id`;
  await sql`
    with used as (
      select meters.id as meter_id, bill.id as bill_id, bill.taken_at, bill.created_by,
        case kind when 'water' then water_usage when 'electric' then electric_usage else gas_usage end as usage
      from meters join utility_bills as bill on bill.unit_id = meters.unit_id and bill.reversed_by is null
    ), shown as (
      select used.*, first.value + sum(usage) over (partition by used.meter_id order by bill_id) as value
      from used join meter_readings as first on first.meter_id = used.meter_id
    )
    insert into meter_readings (meter_id, kind, value, read_on, taken_at, created_by, note)
    select meter_id, 'read', value, (taken_at at time zone ${calendar.zone})::date, taken_at, created_by, bill_id::text as note
    from shown order by meter_id, bill_id`;
  await sql`
    with read as (
      select reading.*, lag(id) over (partition by meter_id order by id) as from_id,
        value - lag(value) over (partition by meter_id order by id) as usage
      from meter_readings as reading
    )
    insert into billed_usages (bill_id, meter_id, from_id, to_id, serial_number, measure, multiplier, usage)
    select note::int, meter_id, from_id, read.id, serial_number, measure, multiplier, usage
    from read join meters on meters.id = meter_id where read.kind = 'read' order by read.id`;
  // It named the bill for the moment.
  await sql`update meter_readings set note = null where kind = 'read'`;
}
