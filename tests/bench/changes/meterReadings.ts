import { MAX_PAGE } from '../../../contract/http/paging.ts';
import { testServer } from '../../support/server/server.ts';
import { middle, say } from '../figure.ts';

// `npx tsx tests/support/server/databases/withPostgres.ts node --import tsx tests/bench/changes/meterReadings.ts`: how long a page of
// 5,000 meters with 24 readings each takes on PostgreSQL, one meter's readings, one reading more, and the last photos where each
// reading has one.

const METERS = 5000;
const MONTHS = 24;
const ROUNDS = 15;

const server = await testServer({ NODE_ENV: 'production' });
const { sql } = server.database;
const as = await server.token('manager');
await sql`
  insert into meters (unit_id, kind, serial_number, measure, multiplier, digits, installed_on)
  select 1 + number % 2, 'water', 'W-' || number, 'gal', 1, 6, '2024-01-01' from generate_series(1, ${METERS}) as number`;
await sql`
  insert into meter_readings (meter_id, kind, value, read_on)
  select id, case number when 0 then 'installed' else 'read' end, number * 100, '2024-01-01'::date + number * 30
  from meters, generate_series(0, ${MONTHS - 1}) as number order by number, id`;
await sql`
  with bill as (
    insert into transactions (user_id, unit_id, amount, type, description)
    select 2, 1, 1, 'Utility', 'a bill' from generate_series(1, ${MONTHS - 1}) returning id
  )
  insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage, rate_water,
    rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at, created_by)
  select id, 2, 1, ('2024-01-01'::date + make_interval(months => (row_number() over (order by id))::int))::date, 100, 0, 0, 0.01, 0, 0,
    1, 0, 0, '2024-01-01', now(), 1 from bill`;
await sql`
  insert into billed_usages (bill_id, meter_id, from_id, to_id, serial_number, measure, multiplier, usage)
  select bill.id, pair.meter_id, from_id, pair.id, 'W', 'gal', 1, 100
  from (select id, meter_id, lag(id) over own as from_id, row_number() over own - 1 as number from meter_readings
    window own as (partition by meter_id order by id)) as pair
  join (select id, row_number() over (order by id) as number from utility_bills) as bill using (number)
  where from_id is not null`;
// What tells open apps of each photo is not measured here.
await sql`alter table named_photos disable trigger user`;
await sql`
  with photo as (
    insert into photos (id, position, sha256, filename, width, height)
    select gen_random_uuid(), 1, id::text, 'a.jpg', 4, 3 from meter_readings where kind = 'read' returning id, sha256
  )
  insert into named_photos (record_kind, record_id, sha256, position, photo_id)
  select 'reading', sha256, sha256, 1, id from photo`;
await sql`alter table named_photos enable trigger user`;
await sql`analyze`;
const [first] = await sql<{ id: number }>`select min(id) as id from meters`;

/** The middle of several rounds, in milliseconds. */
async function measure(
  what: string,
  call: (round: number) => Promise<{ statusCode: number; body: string }>,
): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const { statusCode, body } = await call(round);
    if (statusCode >= 300) throw new Error(body);
    times.push(performance.now() - start);
    bytes = body.length;
  }
  say(`${what}: ${middle(times).toFixed(1)} ms, ${(bytes / 1024).toFixed(1)} kB`);
}

await measure(`A page of ${MAX_PAGE} of ${METERS} meters`, () =>
  server.call('GET', `/meters?limit=${MAX_PAGE}`, { as }),
);
await measure('The readings of one meter', () => server.call('GET', `/meters/${first!.id}/readings`, { as }));
await measure('One reading more', (round) =>
  server.call('POST', `/meters/${first!.id}/readings`, { as, body: { value: 90_000 + round } }),
);
await measure('What residents sent', () => server.call('GET', '/meter-readings/sent', { as }));
await measure('The last photos', () => server.call('GET', '/meters/last-photos', { as }));
await server.close();
