import { hash } from '@node-rs/argon2';
import type { TestServer } from '../support/server/server.ts';

/** Someone who uses the phone; nobody else does. */
export interface Person {
  id: number;
  username: string;
  /** The unit they are billed for; a manager has none. */
  unit: number | undefined;
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
    )
    insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
    select ${tag} || row_number() over (), ${tag} || row_number() over () || '@example.com', ${await cheapHash},
      'Robin', 'Hale', unit.id, unit.id is null
    from (select id from unit union all select null) as unit
    returning id, username, unit`;
  const [first, second, manager] = made.map(({ id, username, unit }) => ({
    id,
    username,
    unit: unit ?? undefined,
  }));
  if (!first || !second || !manager) throw new Error('Three people were to be made.');
  return [first, second, manager];
}
