import sqlTag from 'sql-template-tag';
import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import {
  allOf,
  sharesOf,
  type CommonCost,
  type SharedBy,
} from '../../../../contract/utilities/commonShares.ts';
import type { Meter } from '../../../../contract/utilities/meters.ts';
import { usageBetween } from '../../../../contract/utilities/readingRules.ts';
import { meterCost } from '../../../../contract/utilities/tariffCost.ts';
import { tariffsOf, validTariffs } from '../../../../contract/utilities/tariffs.ts';
import { LARGEST_ENTRY } from '../../../../contract/values/amount.ts';
import { fromHundredths, toDollars, toHundredths } from '../../../../contract/values/money.ts';
import type { Sql } from '../../../database/database.ts';
import { ApiError } from '../../../http/apiError.ts';
import { billedFirst, isTenant } from '../../ledger/billedTenants.ts';
import { firstDayOf } from '../meterRows.ts';
import { ratesAt } from '../rates.ts';
import { readTariffs } from '../tariffs.ts';

interface Reading {
  id: number;
  serial_number: string;
  digits: number;
  multiplier: number;
  value: number;
  read_on: string;
  taken_at: string;
  from_value: number | null;
  from_on: string;
}

interface Home {
  unit_id: number;
  unit_number: string;
  area: number | null;
  people: number;
  user_id: number | null;
  person: string | null;
  lived_in_since: string | null;
}

/** The cost of a reading, with who is billed for each share. */
export interface DividedCost extends Omit<CommonCost, 'shares' | 'counted'> {
  counted: NonNullable<CommonCost['counted']>;
  shares: (CommonCost['shares'][number] & { user_id: number | null })[];
}

const notShared = (message: string) => new ApiError(409, message, { code: 'not_shared' });

/**
 * What was used up to a reading of a common meter, by the tariff or the flat rate of its day, divided over the homes.
 * @throws {ApiError} 404, and 409 `not_shared` where it cannot be divided
 */
export async function costOfReading(sql: Sql, meter: CommonMeter, reading: number): Promise<DividedCost> {
  const readings = await readingsOfBill(sql, meter, reading);
  const [first, read] = [readings[0], readings.at(-1)];
  if (!first || !read) {
    throw notShared('This meter was exchanged. Its usage is billed with the next reading of the new meter.');
  }
  const counted = readings.map(({ serial_number, from_value, value, digits, multiplier }) => {
    if (from_value === null) {
      throw notShared('The first reading of a meter is what its usage is counted from.');
    }
    const used = usageBetween(from_value, value, { digits, multiplier });
    return { serial_number, from: from_value, to: value, used };
  });
  const usage = fromHundredths(counted.reduce((sum, { used }) => sum + toHundredths(used), 0));
  const { cents, lines } = await priceAt(sql, meter, usage, read);
  if (cents === 0) throw notShared('What was used up to this reading comes to $0.00.');
  if (cents > LARGEST_ENTRY)
    throw notShared('This usage costs more than $1,000,000.00. Please check the reading.');
  const homes = await homesOn(sql, meter, read.read_on);
  const weighed = homes.map((home) => ({ ...home, hundredths: weightOf(meter.shared_by, home) }));
  if (weighed.every(({ hundredths }) => hundredths === 0)) {
    throw notShared(
      'Nobody lived in these homes on the day of the reading, so its cost stays with the property.',
    );
  }
  const shares = sharesOf(cents, weighed, first.from_on);
  return {
    counted: counted.map(({ used: _, ...each }) => each),
    ...{ usage, from_on: first.from_on, to_on: read.read_on, cost: toDollars(cents), working: lines },
    ...{ shared_by: meter.shared_by, all: allOf(weighed) },
    shares: shares.map(({ unit_id, unit_number, user_id, person, hundredths, cents: share, kept }) => ({
      ...{ unit_id, unit_number, user_id, person, kept },
      ...{ weight: fromHundredths(hundredths), amount: toDollars(share) },
    })),
  };
}

/**
 * The readings whose usage is billed with this one, itself the last of them; before it, those of the meters that were exchanged
 * since. None where it is billed with a later one.
 * @throws {ApiError} 404
 */
async function readingsOfBill(sql: Sql, { id }: CommonMeter, reading: number): Promise<Reading[]> {
  const found = await sql`select from common_readings where id = ${reading} and meter_id = ${id}`;
  if (found.length === 0) throw new ApiError(404, 'This reading is not there any more.');
  return sql<Reading>`
    with recursive own as (
      select * from common_meters where id = ${id}
      union all
      select earlier.* from own join common_meters as earlier on earlier.id = own.replaces
    )
    select reading.id, serial_number, digits, multiplier, value, read_on::text as read_on, taken_at, from_value,
      from_on::text as from_on
    from own join lateral (
      select *, lag(value) over own as from_value, lag(read_on) over own as from_on, lead(id) over own as later_id
      from common_readings where meter_id = own.id window own as (order by id)
    ) as reading on reading.id = ${reading} or (own.id <> ${id} and later_id is null)
    where common_reading_of_bill(reading.id) = ${reading} order by reading.id`;
}

async function priceAt(
  sql: Sql,
  { kind, property_id }: { kind: Meter; property_id: number },
  usage: number,
  { read_on, taken_at }: Reading,
) {
  const rates = await ratesAt(sql, sqlTag`${taken_at}::timestamptz`);
  const tariff = tariffsOf(validTariffs(await readTariffs(sql), read_on), property_id)[kind];
  return meterCost(kind, usage, { rate: rates[`rate_${kind}`], tariff });
}

function weightOf(shared_by: SharedBy, { area, people, unit_number }: Home): number {
  if (shared_by === 'equally') return toHundredths(1);
  if (shared_by === 'people') return toHundredths(people);
  if (area === null) throw notShared(`Unit ${unit_number} has no area. Please enter it with the unit first.`);
  return toHundredths(area);
}

/** The homes that share a meter, with who lives there on a day: those on its leases, else who was confirmed into it. */
function homesOn(sql: Sql, { id }: CommonMeter, day: string): Promise<Home[]> {
  return sql<Home>`
    select units.id as unit_id, units.unit_number, units.area, party.id as user_id,
      party.first_name || ' ' || party.last_name as person, coalesce(${firstDayOf}, party.since)::text as lived_in_since,
      coalesce((
        select sum((select count(*) from lease_tenants where lease_id = lease.id) + cardinality(lease.occupants))
        from leases as lease where lease.unit_id = units.id and lease.starts <= ${day}
          and coalesce(lease.ends, 'infinity') >= ${day}
      ), (
        select count(*) from users where users.unit = units.id and ${isTenant} and users.unit_since::date <= ${day}
      ))::int as people
    from common_meter_homes as home join units on units.id = home.unit_id
    left join lateral (
      select users.id, users.first_name, users.last_name, users.unit_since::date as since from users
      where users.unit = units.id and ${isTenant} order by ${billedFirst} limit 1
    ) as party on true
    cross join lateral (select units.id as unit_id) as meter
    where home.meter_id = ${id} order by unit_order(units.unit_number), units.unit_number, units.id`;
}
