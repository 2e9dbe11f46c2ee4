import { hash } from '@node-rs/argon2';
import type { TestServer } from '../support/server/server.ts';

/** Someone who uses the phone; nobody else does. */
export interface Person {
  id: number;
  username: string;
  /** The unit they are billed for; a manager has none. */
  unit: number | undefined;
  /** The lease they are billed for; a manager has none. */
  lease: number | undefined;
  /** A request of theirs that nobody cancels, and a notice for their home; a manager has none. */
  request: number | undefined;
  notice: number | undefined;
}

/** Two residents, each of a unit of their own, and a manager. */
export type People = [Person, Person, Person];

let cheapHash: Promise<string> | undefined;

/** New people, so that many schedules share one server and never meet. */
export async function newPeople({ database: { sql } }: TestServer, tag: string): Promise<People> {
  // Passwords are not what is tested here, so that checking one need not take long.
  cheapHash ??= hash('porchlight', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const made = await sql<Person>`
    with unit as (
      insert into units (property_id, unit_number) select 1, ${tag} || n from generate_series(1, 2) as n
      returning id
    ), person as (
      insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
      select ${tag} || row_number() over (), ${tag} || row_number() over () || '@example.com', ${await cheapHash},
        'Robin', 'Hale', unit.id, unit.id is null
      from (select id from unit union all select null) as unit
      returning id, username, unit
    ), lease as (
      insert into leases (unit_id, starts, proration) select id, '2026-01-01', 'actual_days' from unit
      returning id, unit_id
    ), tenant as (
      insert into lease_tenants (lease_id, user_id, position)
      select lease.id, person.id, 1 from lease join person on person.unit = lease.unit_id
    ), request as (
      insert into maintenance_requests (user_id, unit_id, information)
      select id, unit, 'The bell does not ring.' from person where unit is not null
      returning id, user_id
    ), notice as (
      insert into entry_notices (unit_id, purpose, entry_on, entry_from, entry_to, lead_hours, given_at)
      select id, 'Repair', '2050-05-01', '09:00', '11:00', 24, now() from unit
      returning id, unit_id
    )
    select person.id, username, unit, lease.id as lease, request.id as request, notice.id as notice from person
    left join lease on lease.unit_id = person.unit left join request on request.user_id = person.id
    left join notice on notice.unit_id = person.unit
    order by person.id`;
  const [first, second, manager] = made.map(({ unit, lease, request, notice, ...person }) => ({
    ...person,
    unit: unit ?? undefined,
    lease: lease ?? undefined,
    request: request ?? undefined,
    notice: notice ?? undefined,
  }));
  if (!first || !second || !manager) throw new Error('Three people were to be made.');
  return [first, second, manager];
}
