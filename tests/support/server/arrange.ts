import { setUpAutopay } from './autopay.ts';
import type { Neighbourhood } from './callers.ts';
import type { Records } from './ownRecords.ts';
import type { PayingServer } from './paying.ts';

/** Arranges what a call needs to succeed; returns the ids of records that it needs besides those that are there. */
type Arrange = (server: PayingServer, people: Neighbourhood) => Promise<Partial<Records> | undefined>;

/** What must be there so that a call is answered with success, beside what a neighbourhood has. */
export const arrangements: Record<string, Arrange> = {
  'PUT /users/:id/invitation': async ({ database: { sql } }, { mine }) => {
    await sql`update users set has_password = false where id = ${mine.user}`;
  },
  'DELETE /users/:id/invitation': async ({ database: { sql } }, { mine }) => {
    await sql`
      update users set has_password = false, invitation = gen_random_uuid(), invited_at = now() where id = ${mine.user}`;
  },
  'POST /email-confirmations': async ({ database: { sql } }, { mine }) => {
    await sql`update users set confirmed_email = null where id = ${mine.user}`;
  },
  'POST /users/:id/removal': promote,
  'POST /users/:id/removal/confirmation': askToRemove,
  'DELETE /users/:id/removal': askToRemove,
  'POST /transactions/refund': async ({ database: { sql } }, { mine }) => {
    await sql`
      insert into transactions (user_id, unit_id, amount, type, description)
      values (${mine.user}, ${mine.unit}, -2000, 'Check', 'By check')`;
    return {};
  },
  'DELETE /books/months/:month/closing': async ({ database: { sql } }) => {
    await sql`
      insert into closed_books (month, time_zone) values ('2026-05-01', 'UTC')
      on conflict (one_row) do update set month = excluded.month`;
    return {};
  },
  'POST /transactions/:id/return': async ({ database: { sql } }, { mine }) => {
    const [payment] = await sql<{ id: number }>`
      insert into transactions (user_id, unit_id, amount, type, description)
      values (${mine.user}, ${mine.unit}, -50, 'Check', 'By check') returning id`;
    return { charge: payment!.id };
  },
  'POST /stripe_payments/create-partial-payment': async ({ database: { sql } }, { mine }) => {
    const [lease] = await sql<{ id: number }>`
      insert into leases (unit_id, starts, proration, payment_policy)
      values (${mine.unit}, '2021-01-01', 'actual_days', 'any_amount') returning id`;
    await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, ${mine.user}, 1)`;
  },
  'PUT /autopay': async (server, { me }) => {
    await setUpAutopay(server, me.token);
  },
  'DELETE /units/:id': async ({ database: { sql } }, { mine }) => {
    const [unit] = await sql<{ id: number }>`
      insert into units (property_id, unit_number) values (${mine.property}, 'Empty') returning id`;
    return { unit: unit!.id };
  },
  'DELETE /deposits/rules/:id': async ({ database: { sql } }, { mine }) => {
    await sql`
      insert into property_deposit_rules (property_id, return_days, interest, percent)
      values (${mine.property}, 21, 'none', 0) on conflict do nothing`;
    return {};
  },
  'DELETE /properties/:id': async ({ database: { sql } }) => {
    const [property] = await sql<{ id: number }>`
      insert into properties (property_name, address) values ('Empty', '9 Quay') returning id`;
    return { property: property!.id };
  },
  'PUT /push/subscription': async ({ database: { sql } }, { me }) => {
    await sql`update sessions set cookie_hash = gen_random_uuid()::text::bytea where user_id = ${me.id}`;
  },
};

async function promote(
  { database: { sql } }: PayingServer,
  { mine, theirs }: Neighbourhood,
): Promise<undefined> {
  await sql`
    update users set is_manager = true, manager_since = now() - interval '8 days' where id in (${mine.user}, ${theirs.user})`;
}

async function askToRemove(server: PayingServer, people: Neighbourhood): Promise<undefined> {
  await promote(server, people);
  await server.database.sql`
    insert into manager_removals (user_id, requested_by) values (${people.mine.user}, ${people.theirs.user})`;
}
