import type { TestServer } from './server.ts';

export interface NewEntry {
  amount: number;
  type: string;
  description?: string;
  /** ISO 8601. */
  at?: string;
}

let people = 0;

/** Creates a resident of unit 101 with a new ledger, since entries cannot be deleted. Returns the username. */
export async function residentWith(
  { database: { sql } }: TestServer,
  entries: NewEntry[] = [],
): Promise<string> {
  const username = `resident${(people += 1)}`;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
    select ${username}, ${`${username}@example.com`}, password_hash, 'Robin', 'Hale', 1, false
    from users where username = 'resident'`;
  for (const entry of entries) await addEntry({ database: { sql } } as TestServer, username, entry);
  return username;
}

/** Adds an entry to a user's ledger and returns its id. */
export async function addEntry(
  { database: { sql } }: TestServer,
  username: string,
  { amount, type, description = `${type} for May 2026`, at = '2026-05-01T12:00:00Z' }: NewEntry,
): Promise<number> {
  const [entry] = await sql<{ id: number }>`
    insert into transactions (user_id, unit_id, amount, type, description, created_at, created_by)
    select id, 1, ${amount}, ${type}, ${description}, ${at},
      case when ${type} not like 'Card %' then (select min(id) from users where is_manager) end
    from users where username = ${username}
    returning id`;
  return entry!.id;
}

/** Adds an open card payment and returns the provider's id. */
export async function addOpenPayment(
  { database: { sql } }: TestServer,
  username: string,
  status: 'processing' | 'requires_action' | 'requires_payment_method',
  amount: number,
): Promise<string> {
  const [intent] = await sql<{ stripe_id: string }>`
    insert into payment_intents (user_id, stripe_id, amount, status, asked_at)
    select id, 'pi_' || username, ${amount}, ${status}, now() + interval '1 hour' from users where username = ${username}
    returning stripe_id`;
  return intent!.stripe_id;
}

/** Adds a completed card payment with its ledger entry, and returns the entry's id. */
export async function settlePayment(
  server: TestServer,
  username: string,
  { amount, brand = 'visa', last4 = '4242' }: { amount: number; brand?: string; last4?: string },
): Promise<number> {
  const { sql } = server.database;
  const id = await addEntry(server, username, {
    amount: -amount,
    type: 'Card Payment',
    description: 'Card payment',
    at: '2026-05-02T12:00:00Z',
  });
  await sql`delete from payment_intents where stripe_id = ${`pi_${username}`}`;
  await sql`
    insert into payment_intents (user_id, stripe_id, amount, status, last4, brand, paid_at, transaction_id)
    select id, 'pi_' || username, ${amount}, 'succeeded', ${last4}, ${brand}, '2026-05-02T12:00:00Z', ${id}
    from users where username = ${username}`;
  return id;
}
