import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { postEntry } from '../../../server/resources/ledger/postEntries.ts';
import { postLateFees } from '../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

// The embedded database makes one transaction after the other, so it has nothing to show here.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

whereInstalled('with several connections to PostgreSQL', () => {
  let own: Awaited<ReturnType<typeof serverDatabase>>;
  let db: Database;
  beforeEach(async () => {
    own = await serverDatabase(postgres!.url);
    db = await openDatabase({ url: own.url });
    await db.sql`insert into properties (property_name, address) values ('Maple Court', '1 Maple')`;
    await db.sql`insert into units (property_id, unit_number) values (1, '101')`;
    await db.sql`
      insert into users (username, email, password_hash, first_name, last_name, unit)
      values ('robin', 'robin@example.com', '', 'Robin', 'Hale', 1)`;
    await db.sql`insert into leases (unit_id, starts, proration) values (1, '2026-05-01', 'actual_days')`;
    await db.sql`insert into lease_tenants (lease_id, user_id, position) values (1, 1, 1)`;
    await db.sql`
      insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (1, 'rent', 1000, 1, '2026-05-01')`;
    await db.sql`
      insert into late_fee_rules (property_id, from_day, kind, grace_days, amount) values (1, '2026-01-01', 'flat', 5, 50)`;
    await postLeaseCharges(db, { zone: 'UTC', now: new Date('2026-05-01T12:00:00Z') });
  });
  afterEach(async () => {
    await db.close();
    await own.drop();
  });

  const charge = () => postLateFees(db, { zone: 'UTC', now: new Date('2026-05-06T12:00:00Z') });

  test('rent that is paid while the fees are charged costs none', async () => {
    const isPosted = new AbortController();
    const isTime = new AbortController();
    const payment = db.transaction(async (sql) => {
      await postEntry(sql, {
        ...{
          user_id: 1,
          unit_id: 1,
          amount: -1000,
          type: 'Card Payment',
          description: 'Paid',
          created_by: null,
        },
      });
      isPosted.abort();
      await once(isTime.signal, 'abort');
    });
    await once(isPosted.signal, 'abort');
    const charged = charge();
    await pause(300);
    isTime.abort();
    await payment;
    expect(await charged).toBe(0);
  });

  test('processes that charge fees at the same time charge one', async () => {
    const counts = await Promise.all([charge(), charge(), charge(), charge()]);
    expect(counts.toSorted()).toEqual([0, 0, 0, 1]);
    expect(await db.sql`select count(*)::int as count from late_fees`).toEqual([{ count: 1 }]);
  });

  test('payments at the same time are allocated whole', async () => {
    const pay = (amount: number) =>
      db.transaction((sql) =>
        postEntry(sql, {
          ...{
            user_id: 1,
            unit_id: 1,
            amount: -amount,
            type: 'Card Payment',
            description: 'Paid',
            created_by: null,
          },
        }),
      );
    await Promise.all([pay(400), pay(400), pay(400), pay(400)]);
    expect(await db.sql`select sum(amount)::int as sum from allocations`).toEqual([{ sum: 1000 }]);
    expect(await db.sql`select sum(open)::int as open from open_amounts where amount < 0`).toEqual([
      { open: 600 },
    ]);
  });
});
