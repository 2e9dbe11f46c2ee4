import { randomUUID } from 'node:crypto';
import type { User } from '../../../contract/users/user.ts';
import { signToken } from '../../../server/auth/accessTokens.ts';
import type { Records } from './ownRecords.ts';
import type { TestServer } from './server.ts';

export interface Caller {
  id: number;
  username: string;
  token: string;
}

/** Two residents with one record of each kind, and a manager. */
export interface Neighbourhood {
  me: Caller;
  mine: Records;
  theirs: Records;
  manager: Caller;
}

/** A word in all texts of the other resident's records. */
export const PRIVATE = 'for-their-eyes-only';

let neighbourhoods = 0;

/** Creates new users with all their records, so that calls do not affect each other. */
export async function neighbourhood(server: TestServer): Promise<Neighbourhood> {
  const n = (neighbourhoods += 1);
  const mine = await moveIn(server, `me${n}`, 'Robin');
  const theirs = await moveIn(server, `other${n}`, PRIVATE);
  const manager = await addUser(server, `manager${n}`, 'Morgan', null);
  await server.database.sql`
    update users set is_manager = true, manager_since = now() - interval '8 days' where id = ${manager}`;
  return {
    me: await signedIn(server, mine.user),
    mine,
    theirs,
    manager: await signedIn(server, manager),
  };
}

async function moveIn(server: TestServer, username: string, text: string): Promise<Records> {
  const { sql } = server.database;
  const one = async (rows: Promise<{ id: number }[]>) => (await rows)[0]!.id;
  const property = await one(
    sql`insert into properties (property_name, address) values ('House', '1 Quay') returning id`,
  );
  const unit = await one(
    sql`insert into units (property_id, unit_number, rent_amount, notes)
      values (${property}, ${username}, 1200, ${text}) returning id`,
  );
  const user = await addUser(server, username, text, unit);
  const request = await one(sql`
    insert into maintenance_requests (user_id, unit_id, information) values (${user}, ${unit}, ${text}) returning id`);
  const photo = randomUUID();
  await sql`
    insert into photos (id, maintenance_request_id, position, sha256, filename, width, height)
    values (${photo}, ${request}, 0, '', ${text}, 1, 1)`;
  const event = await one(sql`
    insert into maintenance_events (maintenance_request_id, kind, author_id, by_management, acted_at, text)
    values (${request}, 'reply', ${user}, false, now(), ${text}) returning id`);
  await sql`
    insert into named_photos (record_kind, record_id, sha256, position, named_by)
    values ('event', ${String(event)}, ${'d'.repeat(64)}, 1, ${user})`;
  const announcement = await one(sql`
    insert into announcements (user_id, announcement, announcement_type, status)
    values (${user}, ${text}, 'General', 'pending') returning id`);
  const entry = (amount: number, type: string) =>
    one(sql`
      insert into transactions (user_id, unit_id, amount, type, description)
      values (${user}, ${unit}, ${amount}, ${type}, ${text}) returning id`);
  const charge = await entry(100, 'Misc Charge');
  const receipt = await entry(-60, 'Card Payment');
  await sql`
    insert into payment_intents (user_id, stripe_id, amount, status, last4, brand, paid_at, transaction_id)
    values (${user}, ${`pi_${username}`}, 60, 'succeeded', '4242', 'visa', now(), ${receipt})`;
  const lease = await one(sql`
    insert into leases (unit_id, starts, ends, proration) values (${unit}, '2020-01-01', '2020-12-31', 'actual_days')
    returning id`);
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease}, ${user}, 1)`;
  const leaseCharge = await one(sql`
    insert into lease_charges (lease_id, kind, description, amount, due_day, from_month)
    values (${lease}, 'other', ${text}, 20, 1, '2020-01-01') returning id`);
  const depositEntry = await one(sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, description, created_by)
    values (${lease}, ${user}, 'Received', 500, current_date, ${text}, 1) returning id`);
  const upkeep = await one(sql`
    insert into upkeep (information, property_id, unit_id, every_months, first_on, next_on, created_by)
    values (${text}, ${property}, ${unit}, 3, '2030-01-01', '2030-01-01', 1) returning id`);
  const entryNotice = await one(sql`
    insert into entry_notices (unit_id, maintenance_request_id, purpose, text, entry_on, entry_from, entry_to, lead_hours, given_by, given_at)
    values (${unit}, ${request}, 'Repair', ${text}, '2030-01-01', '09:00', '11:00', 24, 1, now()) returning id`);
  const [inspection, draftInspection] = [randomUUID(), randomUUID()];
  const rooms = [{ name: 'Kitchen', items: [{ name: 'Floor', condition: 'Good', remark: text }] }];
  await sql`
    insert into inspections (id, unit_id, lease_id, kind, day, rooms, finalized_at, remarks_until, copy)
    values (${inspection}, ${unit}, ${lease}, 'Move-in', '2020-01-01', ${rooms}::jsonb, now(), current_date + 30, ${inspection}),
      (${draftInspection}, ${unit}, ${lease}, 'Move-out', '2020-12-31', ${rooms}::jsonb, null, null, ${draftInspection})`;
  const meter = await one(sql`
    insert into meters (unit_id, kind, serial_number, measure, digits, multiplier, place, installed_on)
    values (${unit}, 'water', ${`W-${username}`}, 'CCF', 5, 1, ${text}, '2020-01-01') returning id`);
  const thread = randomUUID();
  await sql`
    with thread as (
      insert into message_threads (uuid, user_id, started_at, last_at) values (${thread}, ${user}, now(), now()) returning id
    )
    insert into messages (thread_id, author_id, by_management, acted_at, text)
    select id, ${user}, false, now(), ${text} from thread`;
  const reading = await one(sql`
    insert into meter_readings (meter_id, kind, value, read_on) values (${meter}, 'installed', 1000, '2020-01-01')
    returning id`);
  await sql`insert into reading_requests (unit_id) values (${unit})`;
  const sentReading = await one(sql`
    insert into sent_readings (meter_id, asked_at, value, read_on, note, taken_at, created_by)
    select ${meter}, asked_at, 1005, '2026-05-01', ${text}, now(), ${user} from reading_requests where unit_id = ${unit}
    returning id`);
  const tariff = await one(sql`
    insert into utility_tariffs (kind, property_id, valid_from, fixed_fee, tiers, minimum, tax_percent)
    values ('gas', ${property}, '2099-12-01', 5, '[]', 0, 0) returning id`);
  const commonMeter = await one(sql`
    with meter as (
      insert into common_meters (property_id, kind, serial_number, measure, digits, multiplier, place, shared_by)
      values (${property}, 'water', ${`C-${unit}`}, 'gal', 6, 1, ${text}, 'equally') returning id
    ), home as (insert into common_meter_homes (meter_id, unit_id) select id, ${unit} from meter)
    select id from meter`);
  await sql`
    insert into common_readings (meter_id, value, read_on) values (${commonMeter}, 1000, current_date - 1)`;
  const commonReading = await one(sql`
    insert into common_readings (meter_id, value, read_on) values (${commonMeter}, 1100, current_date - 1) returning id`);
  const session = await addSession(server, user);
  return {
    user,
    username,
    unit,
    property,
    request,
    photo,
    event,
    announcement,
    charge,
    receipt,
    lease,
    leaseCharge,
    depositEntry,
    upkeep,
    entryNotice,
    inspection,
    draftInspection,
    meter,
    thread,
    reading,
    sentReading,
    tariff,
    commonMeter,
    commonReading,
    session,
  };
}

export async function addUser(
  { database: { sql } }: TestServer,
  username: string,
  name: string,
  unit: number | null,
): Promise<number> {
  const [user] = await sql<{ id: number }>`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select ${username}, ${`${username}@example.com`}, password_hash, ${name}, 'Hale', ${unit}::int
    from users where username = 'resident' returning id`;
  return user!.id;
}

export async function signedIn(server: TestServer, userId: number): Promise<Caller> {
  const { sql } = server.database;
  const sid = await addSession(server, userId);
  const [user] = await sql<User>`select username from users where id = ${userId}`;
  const token = signToken(server.app, { sub: String(userId), sid });
  return { id: userId, username: user!.username, token };
}

async function addSession({ database: { sql } }: TestServer, userId: number): Promise<string> {
  const [session] = await sql<{ id: string }>`
    insert into sessions (user_id, expires_at) values (${userId}, now() + interval '1 day') returning id`;
  return session!.id;
}
