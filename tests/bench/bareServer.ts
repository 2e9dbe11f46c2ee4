// The baseline of the bench: node:http and pg with the same queries, without sign-in, validation, explicit transactions
// and audit log.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const { NUMERIC, TIMESTAMPTZ } = pg.types.builtins;
pg.types.setTypeParser(NUMERIC, Number);
pg.types.setTypeParser(TIMESTAMPTZ, (text) => new Date(text).toISOString());
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** As JSON built by the database, where that is faster than parsing rows. */
const HISTORY = `
  select coalesce(json_agg(history), '[]')::text as list from (
  select entry.id, entry.user_id, entry.unit_id, entry.amount, entry.type, entry.description,
    to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    entry.effective_on::text as effective_on, entry.reverses, later.id as reversed_by,
    case when bill.id is not null then json_build_object(
      'water_usage', bill.water_usage, 'electric_usage', bill.electric_usage, 'gas_usage', bill.gas_usage,
      'rate_water', bill.rate_water, 'rate_electric', bill.rate_electric, 'rate_gas', bill.rate_gas,
      'water_cost', bill.water_cost, 'electric_cost', bill.electric_cost, 'gas_cost', bill.gas_cost,
      'due_date', bill.due_date, 'month', bill.month, 'working', bill.working, 'readings', (
        select json_agg(json_build_object('kind', meters.kind, 'serial_number', used.serial_number,
          'from_value', earlier.value, 'from_on', earlier.read_on, 'to_value', until.value, 'to_on', until.read_on,
          'measure', used.measure, 'multiplier', used.multiplier, 'usage', used.usage,
          'estimated', earlier.estimated or until.estimated, 'rolled_over', used.rolled_over)
          order by array_position(array['water', 'electric', 'gas'], meters.kind), used.from_id)
        from billed_usages as used join meters on meters.id = used.meter_id
        join meter_readings as earlier on earlier.id = used.from_id join meter_readings as until on until.id = used.to_id
        where used.bill_id = bill.id)) end as utility,
    case when paid.id is not null then json_build_object(
      'last4', paid.last4, 'brand', paid.brand, 'receipt_number', 'PL-' || lpad(entry.id::text, 6, '0'),
      'payment', paid.stripe_id) end as card,
    case when posting.month is not null then json_build_object(
      'month', posting.month, 'full_amount', charge.amount, 'days', posting.days, 'proration', posting.proration)
      end as lease,
    case when entry.amount < 0 then coalesce((
      select json_agg(json_build_object('id', charge_id, 'amount', amount) order by charge_id)
      from (
        select charge_id, sum(amount) as amount from allocations where credit_id = entry.id
        group by charge_id having sum(amount) > 0
      ) as net), '[]') end as pays,
    case when fee.day is not null then json_build_object(
      'rent', late.transaction_id, 'unpaid', fee.unpaid, 'late_on', fee.late_on) end as late_fee,
    entry.reference, case when entry.type = any(array['Check', 'Cash', 'Money Order', 'Other', 'Card Payment', 'Bank Payment'])
      and entry.reverses is null then coalesce(entry.receipt_number, 'PL-' || lpad(entry.id::text, 6, '0')) end
      as receipt_number,
    case when entry.paid_by is not null then (
      select json_build_object('id', users.id, 'name', users.first_name || ' ' || users.last_name)
      from users where users.id = entry.paid_by) end as payer,
    entry.created_with
  from transactions as entry
  left join transactions as later
    on later.reverses = entry.id and later.reverses is not null and later.user_id = entry.user_id
  left join utility_bills as bill on bill.transaction_id = entry.id and bill.user_id = entry.user_id
  left join payment_intents as paid
    on paid.transaction_id = entry.id and paid.transaction_id is not null and paid.user_id = entry.user_id
  left join lease_postings as posting on posting.transaction_id = entry.id
  left join lease_charges as charge on charge.id = posting.lease_charge_id
  left join late_fees as fee on fee.transaction_id = entry.id
  left join lease_postings as late on late.lease_charge_id = fee.lease_charge_id and late.month = fee.month
  where entry.user_id = $1
  order by entry.created_at desc, entry.id desc) as history`;

const BALANCES = `
  select users.id as user_id, users.unit as unit_id, users.first_name, users.last_name, units.unit_number,
    properties.property_name, coalesce(balances.balance, 0) as balance, true as accepts_payments, null as accepts_payments_from,
    case when balances.balance > 0 then (
      select min(coalesce(bill.due_date, entry.effective_on, (entry.created_at at time zone $1)::date))::text
      from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
      left join utility_bills as bill on bill.transaction_id = entry.id
      where open_amounts.user_id = users.id and open_amounts.open > 0 and open_amounts.amount > 0
    ) end as owed_since,
    not (users.unit is not null and users.is_current_user) as former
  from users
  left join balances on balances.user_id = users.id
  left join units on units.id = users.unit
  left join property_labels as properties on properties.id = units.property_id
  where balances.balance <> 0
    or (users.unit is not null and users.is_current_user and not users.is_manager)
  order by lower(users.last_name), lower(users.first_name), users.id`;

const ANNOUNCEMENTS = `
  select post.id, post.user_id, post.announcement, post.announcement_type, post.publish_at, post.status, post.property_ids,
    author.first_name, author.last_name, post.created_at, post.updated_at, post.created_with
  from announcements as post join users as author on author.id = post.user_id
  where post.user_id = $1 or (post.status = 'approved' and coalesce(post.publish_at, post.created_at) <= now())
  order by coalesce(post.publish_at, post.created_at) desc, post.id desc`;

const requests = (from: string) => `
  select request.id, request.user_id, reporter.first_name, reporter.last_name, request.unit_id, units.unit_number,
    properties.property_name, case when request.unit_id is null then reporter.unit_claim end as unit_claim,
    request.information, request.completed, request.completed_at, request.created_at, request.updated_at,
    request.created_with, coalesce(shown.list, '[]') as photos,
    cardinality(request.awaited_photos) as awaited_photos, request.category, request.room, request.urgency,
    request.may_enter, request.entry_hours, request.pets, request.progress
  from ${from} as request
  join users as reporter on reporter.id = request.user_id
  left join units on units.id = request.unit_id
  left join property_labels as properties on properties.id = units.property_id
  left join lateral (
    select json_agg(json_build_object('id', id, 'width', width, 'height', height, 'sha256', sha256)
      order by position) as list
    from photos where maintenance_request_id = request.id and removed_at is null
  ) as shown on true
  where request.cancelled_at is null and not request.completed
  order by request.created_at desc, request.id desc`;

const CHARGE = `
  insert into transactions (user_id, unit_id, amount, type, description) values ($1, $2, $3, $4, $5)
  returning id, user_id, unit_id, amount, type, description, created_at, effective_on, reverses,
    reference, created_with, null as reversed_by, null as utility, null as card, null as lease, null as late_fee, null as pays,
    null as receipt_number, null as payer`;

const REQUEST = `
  with made as (
    insert into maintenance_requests (user_id, unit_id, information) values (1, 1, $1) returning *
  ) ${requests('made')}`;

async function answer(request: IncomingMessage): Promise<unknown> {
  const read = async (name: string, text: string, values: unknown[] = []) =>
    (await pool.query<Record<string, unknown>>({ name, text, values })).rows;
  switch (`${request.method ?? ''} ${request.url ?? ''}`) {
    case 'GET /api/transactions/my-history':
      return (await read('history', HISTORY, [1]))[0]?.list;
    case 'GET /api/transactions/all-balances':
      return read('balances', BALANCES, [process.env.TIME_ZONE]);
    case 'GET /api/announcements':
      return read('announcements', ANNOUNCEMENTS, [1]);
    case 'GET /api/maintenance?completed=false':
      return read('open', requests('maintenance_requests'));
    case 'POST /api/transactions/charge': {
      const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
      const values = [body.userId, body.unitId, body.amount, body.type, body.description];
      return (await read('charge', CHARGE, values))[0];
    }
    case 'POST /api/maintenance':
      await textOf(request);
      return (await read('request', REQUEST, ['The tap in the kitchen drips.']))[0];
    default:
      throw new Error(`The bare server knows no ${request.method ?? ''} ${request.url ?? ''}`);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const server = createServer((request, response) => {
  answer(request).then(
    (found) => {
      const text = typeof found === 'string' ? found : JSON.stringify(found);
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: unknown) => {
      response.writeHead(500).end(String(error));
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Bare server at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
