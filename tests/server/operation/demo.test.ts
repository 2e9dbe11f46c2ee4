import { readdir } from 'node:fs/promises';
import { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { pastProvider, STORED_CARD } from '../../../server/demo/pastProvider.ts';
import { createDemo } from '../../../server/demo/demo.ts';
import type { Context } from '../../../server/context.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postLateFees } from '../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { chargeAutopay } from '../../../server/resources/payments/autopay/chargeAutopay.ts';
import { verifyPassword } from '../../../server/auth/passwords.ts';
import { fullName, thumbnailName } from '../../../server/photos/names.ts';
import { NOW, emptyContext, contexts } from '../../support/server/operation/demo.ts';

describe('the demo community', () => {
  let context: Context;
  let folder: string;
  let close: () => Promise<void>;
  let sql: Database['sql'];
  beforeAll(async () => {
    ({ context, folder, close } = await emptyContext());
    await createDemo(context, NOW);
    sql = context.database.sql;
  });
  afterAll(() => close());

  async function count(what: string): Promise<number> {
    const [row] = await sql<{ count: number }>`select count(*) as count from ${raw(what)}`;
    return row!.count;
  }

  test('the demo has two properties, 24 units and 28 residents', async () => {
    expect(await count('properties')).toBe(2);
    expect(await count('units')).toBe(24);
    expect(await count('users where not is_manager')).toBe(28);
    expect(await count('maintenance_requests')).toBe(15);
    expect(await count('announcements')).toBe(11);
    const [full] = await sql<{ right: boolean }>`
      select bool_and(total_units = (select count(*) from units where property_id = properties.id)) as right
      from properties`;
    expect(full!.right).toBe(true);
  });

  test('the demo has vacant units, couples, and a unit number that both properties have', async () => {
    const [occupied] = await sql<{ units: number; couples: number }>`
      select count(*) as units, (count(*) filter (where tenants = 2)) as couples
      from (select count(*) as tenants from users where unit is not null group by unit) as each`;
    expect(occupied).toEqual({ units: 20, couples: 6 });
    const shared =
      await sql`select unit_number from units group by unit_number having count(*) = 2 order by 1`;
    expect(shared).toEqual([{ unit_number: '101' }, { unit_number: '102' }]);
  });

  test('the demo has meters in five homes, read for each of their bills, and homes without', async () => {
    const homes = await sql<{ kinds: number; read: number; billed: number }>`
      select count(distinct meters.kind)::int as kinds, count(distinct used.bill_id)::int as read,
        (select count(*)::int from utility_bills where unit_id = meters.unit_id and reversed_by is null) as billed
      from meters left join billed_usages as used on used.meter_id = meters.id group by meters.unit_id`;
    expect(homes.map(({ kinds }) => kinds).sort()).toEqual([2, 2, 3, 3, 3]);
    expect(homes.filter(({ read, billed }) => read !== billed || read < 2)).toEqual([]);
  });

  test('the demo holds a deposit of each lease that runs, of which one is not paid whole', async () => {
    const deposits = await sql<{ required: number; held: number }>`
      select deposit_required as required, sum(amount) as held
      from leases left join deposit_entries on lease_id = leases.id where ends is null group by leases.id`;
    expect(deposits.every(({ held }) => held > 0)).toBe(true);
    expect(deposits.filter(({ required, held }) => held < required)).toHaveLength(1);
  });

  test('only the demo’s manager and resident can sign in with the demo password', async () => {
    const users = await sql<{ username: string; password_hash: string; is_manager: boolean }>`
      select username, password_hash, is_manager from users`;
    const open: string[] = [];
    const fitting = new Map<string, boolean>();
    for (const { username, password_hash } of users) {
      if (!fitting.has(password_hash))
        fitting.set(password_hash, await verifyPassword('porchlight', password_hash));
      if (fitting.get(password_hash)) open.push(username);
    }
    expect(open.sort()).toEqual(['manager', 'resident']);
    expect(users.find(({ username }) => username === 'manager')!.is_manager).toBe(true);
    expect(users.find(({ username }) => username === 'resident')!.is_manager).toBe(false);
  });

  test('the demo’s resident has a unit, a balance to pay, and open and completed requests with photos', async () => {
    const [resident] = await sql<{ unit_number: string; balance: number }>`
      select unit_number, balance from users join units on units.id = unit join balances on user_id = users.id
      where username = 'resident'`;
    expect(resident).toEqual({ unit_number: '2B', balance: expect.any(Number) as number });
    expect(resident!.balance).toBeGreaterThan(0);
    const requests = await sql<{ completed: boolean; photos: number }>`
      select completed, (select count(*)::int from photos where maintenance_request_id = request.id) as photos
      from maintenance_requests as request join users on users.id = user_id where username = 'resident'`;
    expect(requests.filter(({ completed, photos }) => !completed && photos > 0)).not.toHaveLength(0);
    expect(requests.filter(({ completed, photos }) => completed && photos > 0)).not.toHaveLength(0);
  });

  test('the demo’s photo store has exactly the photos of its requests', async () => {
    const photos = await sql<{ id: string }>`select id from photos`;
    const files = photos.flatMap(({ id }) => [fullName(id), thumbnailName(id)]);
    expect((await readdir(folder)).sort()).toEqual(files.sort());
    const [requests] = await sql<{ with_photos: number; most: number }>`
      select count(*) as with_photos, max(photos) as most
      from (select count(*) as photos from photos group by maintenance_request_id) as each`;
    expect(requests).toEqual({ with_photos: 7, most: 2 });
  });

  test('the demo’s balances are the sums of their entries', async () => {
    const wrong = await sql`
      select users.id from users left join balances on balances.user_id = users.id
      where coalesce(balance, 0)
        <> (select coalesce(sum(amount), 0) from transactions where transactions.user_id = users.id)`;
    expect(wrong).toEqual([]);
    expect(await count('transactions')).toBeGreaterThan(500);
  });

  test('the demo’s rent, parking and late fees were posted as the jobs post them, and nothing more is due', async () => {
    const { database } = context;
    expect(await ledgerDiscrepancies(database)).toEqual([]);
    expect(await count("transactions where type in ('Rent', 'Parking') and effective_on is not null")).toBe(
      await count('lease_postings'),
    );
    expect(await count("transactions where type = 'Late Fee'")).toBe(await count('late_fees'));
    expect(await count('late_fees')).toBeGreaterThan(10);
    const now = { zone: context.configuration.TIME_ZONE, now: NOW };
    expect([await postLeaseCharges(database, now), await postLateFees(database, now)]).toEqual([0, 0]);
  });

  test('the demo has a former tenant with a balance, and a resident with an unconfirmed claim', async () => {
    const former = await sql<{ unit: null; balance: number }>`
      select unit, balance from users join balances on user_id = users.id where not is_current_user`;
    expect(former).toHaveLength(1);
    expect(former[0]!.unit).toBeNull();
    expect(former[0]!.balance).toBeGreaterThan(0);
    expect(await sql`select unit, unit_claim from users where unit_claim is not null`).toEqual([
      { unit: null, unit_claim: '102' },
    ]);
  });

  test('the demo’s utility bills agree with their usage, rates and entries', async () => {
    const wrong = await sql`
      select bill.id from utility_bills as bill join transactions as entry on entry.id = transaction_id
      where (water_cost, electric_cost, gas_cost)
          <> (round(water_usage * rate_water, 2), round(electric_usage * rate_electric, 2), round(gas_usage * rate_gas, 2))
        or entry.amount <> water_cost + electric_cost + gas_cost
        or (entry.type, entry.user_id, entry.unit_id) is distinct from ('Utility', bill.user_id, bill.unit_id)
        or (entry.description like '%Gas%') <> (gas_usage > 0)`;
    expect(wrong).toEqual([]);
    const shares = await count('common_shares where transaction_id is not null');
    expect(await count("transactions where type = 'Utility'")).toBe((await count('utility_bills')) + shares);
    const [bill] = await sql<{ description: string }>`
      select description from transactions join users on users.id = user_id
      where type = 'Utility' and username = 'resident' order by transactions.id desc limit 1`;
    expect(bill!.description).toMatch(
      /^Water [\d,]+ gal × \$0\.0120 = \$\d+\.\d\d; Electric \d+ kWh × \$0\.1450 = \$\d+\.\d\d; Gas [\d.]+ therms × \$1\.0900 = \$\d+\.\d\d$/,
    );
  });

  test('the demo’s utility bills are priced at the rates in force at their reading', async () => {
    const wrong = await sql`
      select bill.id from utility_bills as bill cross join lateral (
        select * from utility_rates where effective_at <= bill.taken_at order by effective_at desc limit 1) as rates
      where (bill.rate_water, bill.rate_electric, bill.rate_gas)
        <> (rates.rate_water, rates.rate_electric, rates.rate_gas)`;
    expect(wrong).toEqual([]);
    expect(await count('utility_rates')).toBe(3);
    expect(await count('(select distinct rate_electric from utility_bills) as each')).toBe(3);
  });

  test('the demo’s autopay charged each month since it was set up, and its card is known to the stand-in', async () => {
    const runs = await sql<{ text: string }>`
      select username || ' ' || period || ' ' || outcome || ' ' || entry.type as text
      from autopay_runs as run join users on users.id = run.user_id
      join payment_intents as paid on paid.id = run.payment_intent_id join transactions as entry on entry.id = paid.transaction_id
      where entry.amount = -run.amount order by period`;
    expect(runs.map(({ text }) => text)).toEqual(
      ['2026-03-01', '2026-04-01', '2026-05-01'].map((month) => `fatima ${month} succeeded Card Payment`),
    );
    const [stored] = await sql`
      select customer.stripe_id as customer, payment_method as method from autopay
      join stripe_customers as customer using (user_id) join autopay_setups as setup on setup.id = setup_id`;
    expect(STORED_CARD).toMatchObject({ ...stored });
    expect(stored).toBeDefined();
  });

  test('the demo’s autopay was charged by its job soon after rent was posted, and the job has nothing more to charge', async () => {
    const late = await sql<{ minutes: number }>`
      select extract(epoch from run.claimed_at - rent.created_at)::int / 60 as minutes
      from autopay_runs as run join payment_intents as paid on paid.id = run.payment_intent_id
      join transactions as entry on entry.id = paid.transaction_id
      join transactions as rent on rent.user_id = run.user_id and rent.type = 'Rent' and rent.effective_on = run.period
      where (run.claimed_at, run.ended_at, paid.created_at, paid.paid_at) =
        (entry.created_at, entry.created_at, entry.created_at, entry.created_at)`;
    expect(late.map(({ minutes }) => minutes)).toEqual([5, 5, 5]);
    const zone = context.configuration.TIME_ZONE;
    const [before] = await sql`select count(*) as count from autopay_runs`;
    await chargeAutopay(pastProvider(sql, { now: NOW, zone }), { zone, now: NOW });
    expect(await sql`select count(*) as count from autopay_runs`).toEqual([before]);
  });

  test('the demo has payments by bank debit, and at the door with receipts of a book', async () => {
    expect(
      await count("payment_intents where method = 'us_bank_account' and transaction_id is not null"),
    ).toBe(12);
    const receipts = await sql<{ receipt_number: string }>`
      select receipt_number from transactions where type = 'Cash' order by id`;
    expect(receipts.map(({ receipt_number }) => receipt_number)).toEqual(
      receipts.map((_, index) => `RB-1-${String(index + 1).padStart(2, '0')}`),
    );
    expect(receipts.length).toBeGreaterThan(5);
  });

  test('the demo has no utility bills for the current month', async () => {
    const [latest] = await sql<{ month: string }>`select max(month) as month from utility_bills`;
    expect(latest!.month).toBe('2026-04-01');
  });

  test('the demo has announcements of every type and status, one of them scheduled', async () => {
    const types = await sql`select distinct announcement_type as type from announcements order by 1`;
    expect(types.map(({ type }) => type)).toEqual(['Community', 'General', 'Maintenance', 'Urgent']);
    const statuses = await sql`select distinct status from announcements order by 1`;
    expect(statuses.map(({ status }) => status)).toEqual(['approved', 'pending', 'rejected']);
    expect(
      await count("announcements where status = 'approved' and publish_at > '2026-05-14T15:20:00Z'"),
    ).toBe(2);
    // A resident's suggestion is always General.
    expect(
      await count(
        "announcements join users on users.id = user_id where not is_manager and announcement_type <> 'General'",
      ),
    ).toBe(0);
  });

  test('the demo’s residents have requests only for their own units', async () => {
    const wrong = await sql`
      select request.id from maintenance_requests as request join users on users.id = user_id
      where not is_manager and unit_id is distinct from unit`;
    expect(wrong).toEqual([]);
  });
});
afterEach(async () => {
  for (const { close } of contexts.splice(0)) await close();
});
