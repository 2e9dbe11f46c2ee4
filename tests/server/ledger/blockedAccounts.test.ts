import { describe, expect } from 'vitest';
import { applyChangedRows } from '../../../contract/changes/applyChangedRows.ts';
import type { ChangedRows } from '../../../contract/changes/changedRows.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import { ACCEPTS_NO_PAYMENTS, type PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { blockChanges, readPaymentPolicy } from '../../../server/resources/ledger/paymentPolicy.ts';
import { residentWith } from '../../support/server/accounts.ts';
import { askChanges } from '../../support/server/lists/listFeed.ts';
import { manager, server, test } from '../../support/server/world.ts';

const PATH = '/transactions/all-balances';

async function tenant(): Promise<number> {
  const username = await residentWith(server);
  const [user] = await server.database.sql<{ id: number }>`select id from users where username = ${username}`;
  return user!.id;
}

async function lease(
  tenant_ids: number[],
  payment_policy: PaymentPolicy,
  starts = '2026-01-01',
): Promise<number> {
  // A unit of its own, as leases of one unit must not overlap.
  const [unit] = await server.database.sql<{ id: number }>`
    insert into units (property_id, unit_number) values (1, gen_random_uuid()::text) returning id`;
  const charges = [{ kind: 'rent', amount: 1000, due_day: 1, from_month: '2030-01-01' }];
  const answer = await server.call('POST', '/leases', {
    as: manager,
    body: { unit_id: unit!.id, starts, proration: 'actual_days', tenant_ids, payment_policy, charges },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Lease>().id;
}
const change = async (id: number, body: object) =>
  expect((await server.call('PUT', `/leases/${id}`, { as: manager, body })).statusCode).toBe(200);

/** The balances on a phone, which is told what changed in them. */
class Phone {
  private rows: TenantBalance[] = [];
  private cursor: string | undefined;

  async accepts(userId: number): Promise<boolean> {
    if (this.cursor === undefined) {
      const answer = await server.call('GET', PATH, { as: manager });
      this.rows = answer.json();
      this.cursor = String(answer.headers['changes-cursor']);
    } else {
      const { cursor, lists } = await askChanges(server, manager, { [this.cursor]: ['listBalances'] });
      const changes = lists.listBalances as ChangedRows | undefined;
      if (changes) this.rows = applyChangedRows(this.rows as never, changes, 'user_id') as never;
      this.cursor = cursor;
    }
    const told = this.rows.find(({ user_id }) => user_id === userId)!.accepts_payments;
    // The list and the refusal follow one rule.
    expect(told).toBe((await readPaymentPolicy(server.database.sql, userId)) !== 'nothing');
    return told;
  }
}

test('a phone is told of each change that blocks an account or accepts its payments again', async () => {
  const [one, other] = [await tenant(), await tenant()];
  const phone = new Phone();
  const accepts = async () => [await phone.accepts(one), await phone.accepts(other)];
  expect(await accepts()).toEqual([true, true]);
  const first = await lease([one, other], 'any_amount');
  await change(first, { payment_policy: 'nothing' });
  // Only who is billed pays.
  expect(await accepts()).toEqual([false, true]);
  await change(first, { tenant_ids: [other, one] });
  expect(await accepts()).toEqual([true, false]);
  await change(first, { payment_policy: 'full_balance' });
  expect(await accepts()).toEqual([true, true]);
  await lease([one], 'nothing', '2026-02-01');
  expect(await accepts()).toEqual([false, true]);
  // Whatever another lease says.
  await lease([one], 'at_least_rent', '2026-03-01');
  expect(await accepts()).toEqual([false, true]);
});

test('a block that begins with a lease is told on its day, and not before', async () => {
  const userId = await tenant();
  const phone = new Phone();
  const blocked = await lease([userId], 'nothing', '2099-01-01');
  expect(await phone.accepts(userId)).toBe(true);
  const [soon] = await server.database.sql<{ at: string }>`
    select ((now() at time zone 'Etc/GMT-14')::date)::text as at`;
  await server.database.sql`update leases set starts = ${soon!.at} where id = ${blocked}`;
  expect(await phone.accepts(userId)).toBe(false);
});

test('a payment that was recorded on a phone before the block is refused in words, and nothing is posted', async () => {
  const userId = await tenant();
  await lease([userId], 'nothing');
  const answer = await server.call('POST', '/transactions/record-payment', {
    as: manager,
    body: { userId, unitId: 1, amount: 500, type: 'Cash', received_on: '2026-05-03' },
  });
  expect(answer.statusCode).toBe(409);
  expect(answer.json<Failure>()).toMatchObject({
    code: 'payments_not_accepted',
    message: ACCEPTS_NO_PAYMENTS,
  });
  const history = await server.call('GET', `/transactions/user-history/${userId}`, { as: manager });
  expect(history.json<Transaction[]>()).toEqual([]);
});

describe('accounts whose payments are not accepted', () => {
  async function started(userId: number, payment_policy: PaymentPolicy, starts = '2020-01-01', position = 1) {
    const [started] = await server.database.sql<{ id: number }>`
      insert into leases (unit_id, starts, proration, payment_policy)
      values (1, ${starts}, 'actual_days', ${payment_policy}) returning id`;
    await server.database.sql`
      insert into lease_tenants (lease_id, user_id, position) values (${started!.id}, ${userId}, ${position})`;
    return started!.id;
  }
  const accepted = async (userId: number) => {
    const rows = (await server.call('GET', '/transactions/all-balances', { as: manager })).json<
      TenantBalance[]
    >();
    const listed = rows.find(({ user_id }) => user_id === userId)!.accepts_payments;
    // The list and the refusal follow one rule.
    expect(listed).toBe((await readPaymentPolicy(server.database.sql, userId)) !== 'nothing');
    return listed;
  };

  const end = (id: number, ends: string | null) =>
    server.database.sql`update leases set ends = ${ends} where id = ${id}`;

  test('are told in the balances, as soon as one of the leases that run says so', async () => {
    const userId = await tenant();
    expect(await accepted(userId)).toBe(true);
    await started(userId, 'nothing', '2099-01-01');
    expect(await accepted(userId)).toBe(true);
    await started(userId, 'nothing', '2020-01-01', 2);
    expect(await accepted(userId)).toBe(true);
    const flat = await started(userId, 'nothing');
    expect(await accepted(userId)).toBe(false);
    // A garage that is let later changes nothing for the flat.
    const garage = await started(userId, 'full_balance', '2021-01-01');
    expect(await accepted(userId)).toBe(false);
    await end(garage, '2021-12-31');
    expect(await accepted(userId)).toBe(false);
    await end(flat, '2099-12-31');
    expect(await accepted(userId)).toBe(false);
  });

  test('are those whose latest lease says so, where none that runs does', async () => {
    const userId = await tenant();
    const flat = await started(userId, 'nothing');
    await end(flat, '2020-12-31');
    // Who was evicted still owes it.
    expect(await accepted(userId)).toBe(false);
    await started(userId, 'any_amount', '2021-01-01');
    expect(await accepted(userId)).toBe(true);
    await end(flat, null);
    expect(await accepted(userId)).toBe(false);
  });

  test('are told with the moment from which their payments are accepted again, where the leases say so', async () => {
    const userId = await tenant();
    const from = async () =>
      (await server.call('GET', '/transactions/all-balances', { as: manager }))
        .json<TenantBalance[]>()
        .find(({ user_id }) => user_id === userId)!.accepts_payments_from;
    expect(await from()).toBeNull();
    const flat = await started(userId, 'nothing');
    expect(await from()).toBeNull();
    // Who was evicted still owes it.
    await end(flat, '2098-12-31');
    expect(await from()).toBeNull();
    const next = await started(userId, 'any_amount', '2021-01-01');
    expect(await from()).toBe('2099-01-01T12:00:00.000Z');
    await server.database.sql`update leases set starts = '2099-06-01' where id = ${next}`;
    expect(await from()).toBe('2099-05-31T10:00:00.000Z');
  });

  test('are listed again when their lease has ended or its end is moved', async () => {
    const userId = await tenant();
    const flat = await started(userId, 'nothing');
    await started(userId, 'any_amount', '2021-01-01');
    const { sql } = server.database;
    const noted = async () => sql`select 1 from list_changes where list = 'balances' and row_id = ${userId}`;
    const before = (await noted()).length;
    await end(flat, '2020-12-31');
    expect((await noted()).length).toBeGreaterThan(before);
    const times = await sql<{ at: string }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from (${blockChanges}) as timed
      where row_id = ${userId} order by at`;
    expect(times.map(({ at }) => at)).toEqual(['2019-12-31 10:00', '2020-12-31 10:00', '2021-01-01 12:00']);
  });
});
