import { expect } from 'vitest';
import { applyChangedRows, type ChangedRows } from '../../../contract/changedRows.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { Lease } from '../../../contract/lease.ts';
import type { TenantBalance, Transaction } from '../../../contract/ledger.ts';
import { NOT_ACCEPTED, type PaymentPolicy } from '../../../contract/paymentPolicy.ts';
import { readPaymentPolicy } from '../../../server/resources/ledger/paymentPolicy.ts';
import { residentWith } from '../../support/server/accounts.ts';
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
  private etag: string | undefined;

  async accepts(userId: number): Promise<boolean> {
    const answer = await server.call('GET', PATH, {
      as: manager,
      headers: { 'a-im': 'rows', ...(this.etag ? { 'if-none-match': this.etag } : {}) },
    });
    if (answer.statusCode === 226) {
      this.rows = applyChangedRows(this.rows, answer.json<ChangedRows>(), 'user_id') as TenantBalance[];
    } else if (answer.statusCode === 200) {
      expect(this.etag).toBeUndefined();
      this.rows = answer.json();
    }
    this.etag = String(answer.headers.etag);
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
  // A later lease decides.
  await lease([one], 'at_least_rent', '2026-03-01');
  expect(await accepts()).toEqual([true, true]);
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
  expect(answer.json<Failure>()).toMatchObject({ code: 'payments_not_accepted', message: NOT_ACCEPTED });
  const history = await server.call('GET', `/transactions/user-history/${userId}`, { as: manager });
  expect(history.json<Transaction[]>()).toEqual([]);
});
