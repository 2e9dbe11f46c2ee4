import fc from 'fast-check';
import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import type { UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import { priceOf } from '../../../contract/utilities/billPrice.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { addEntry, residentWith, settlePayment } from '../../support/server/accounts.ts';
import { manager, server, test } from '../../support/server/world.ts';

const RATES = { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 };

test.beforeAll(async () => {
  await server.call('PUT', '/settings', { as: manager, body: RATES });
});

const reverse = (id: number, reason: unknown = 'Posted to the wrong account', as = manager) =>
  server.call('POST', `/transactions/${id}/reversal`, { as, body: { reason } });
async function refused(id: number, reason?: unknown) {
  const answer = await reverse(id, reason);
  return { status: answer.statusCode, ...answer.json<Failure>() };
}
const idOf = async (username: string) =>
  (await server.database.sql<{ id: number }>`select id from users where username = ${username}`)[0]!.id;
const history = async (id: number) =>
  (await server.call('GET', `/transactions/user-history/${id}`, { as: manager })).json<Transaction[]>();
async function balance(userId: number): Promise<number> {
  const rows = (await server.call('GET', '/transactions/all-balances', { as: manager })).json<
    TenantBalance[]
  >();
  return rows.find(({ user_id }) => user_id === userId)?.balance ?? 0;
}

test('a reversal is an entry of its own, with the reason and its author', async () => {
  const resident = await residentWith(server);
  const entry = await addEntry(server, resident, { amount: 25.5, type: 'Late Fee' });
  const answer = await reverse(entry, '  Posted to the wrong account ');
  expect(answer.statusCode).toBe(201);
  const reversal = answer.json<Transaction>();
  expect(reversal).toMatchObject({
    amount: -25.5,
    unit_id: 1,
    type: 'Reversal',
    description: 'Posted to the wrong account',
    reverses: entry,
    reversed_by: null,
  });
  expect(await history(reversal.user_id)).toMatchObject([
    { id: reversal.id },
    { id: entry, reversed_by: reversal.id },
  ]);
  expect(await balance(reversal.user_id)).toBe(0);

  const record = async (id: number) =>
    (await server.call('GET', `/audit?subject=transaction&id=${id}`, { as: manager })).json<AuditEntry[]>();
  expect(await record(entry)).toMatchObject([
    {
      action: 'reversed',
      first_name: 'Morgan',
      changes: { reason: { after: 'Posted to the wrong account' } },
    },
  ]);
  expect(await record(reversal.id)).toMatchObject([
    { action: 'posted', changes: { amount: { after: -25.5 } } },
  ]);
});

test('a reversal without a reason is refused', async () => {
  const entry = await addEntry(server, await residentWith(server), { amount: 25, type: 'Late Fee' });
  const words = 'Please say why this entry is reversed.';
  for (const reason of ['', '   ', null, 7]) {
    expect(await refused(entry, reason)).toMatchObject({ status: 400, fields: { reason: words } });
  }
});

test('an entry can be reversed only once', async () => {
  const entry = await addEntry(server, await residentWith(server), { amount: 25, type: 'Late Fee' });
  await reverse(entry);
  expect(await refused(entry)).toMatchObject({
    status: 409,
    code: 'already_reversed',
    message: 'This entry was already reversed.',
  });
});

test('of two managers who reverse the same entry at once, the second is refused', async () => {
  const resident = await residentWith(server);
  const entry = await addEntry(server, resident, { amount: 25, type: 'Late Fee' });
  const other = await server.token('manager');
  const answers = await Promise.all([reverse(entry), reverse(entry, 'A mistake', other)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  expect(await history(await idOf(resident))).toHaveLength(2);
});

test('a reversal cannot be reversed', async () => {
  const entry = await addEntry(server, await residentWith(server), { amount: 25, type: 'Late Fee' });
  const { id } = (await reverse(entry)).json<Transaction>();
  expect(await refused(id)).toMatchObject({
    status: 409,
    code: 'is_reversal',
    message: 'A reversal cannot be reversed. Post the charge or payment again instead.',
  });
});

test('an entry of the card provider cannot be reversed, only refunded there', async () => {
  const resident = await residentWith(server);
  const refusal = {
    status: 409,
    code: 'card_entry',
    message:
      'This entry comes from the card provider. Refund the payment there, and the refund is entered by itself.',
  };
  expect(await refused(await settlePayment(server, resident, { amount: 80 }))).toMatchObject(refusal);
  for (const type of ['Card Refund', 'Card Dispute']) {
    expect(await refused(await addEntry(server, resident, { amount: 80, type }))).toMatchObject(refusal);
  }
});

test('only managers can reverse entries, and an unknown entry is 404', async () => {
  const entry = await addEntry(server, 'resident', { amount: 25, type: 'Late Fee' });
  expect((await reverse(entry, 'I would rather not pay', await server.token('resident'))).statusCode).toBe(
    403,
  );
  expect(await refused(999_999)).toMatchObject({ status: 404, message: 'There is no such entry.' });
});

const bill = (userId: number, confirm_duplicates = false) => {
  const usage = { water_usage: 1000, electric_usage: 0, gas_usage: 0 };
  const { cents: _, ...costs } = priceOf(usage, RATES);
  return server.call('POST', '/utilities', {
    as: manager,
    body: [{ user_id: userId, ...usage, ...costs, confirm_duplicates }],
  });
};
const posted = async (...given: Parameters<typeof bill>) =>
  (await bill(...given)).json<UtilityBillsCreated>().bills[0]!.transaction_id;

test('a reversed utility bill frees its month', async () => {
  const userId = await idOf(await residentWith(server));
  await reverse(await posted(userId));
  expect((await bill(userId)).statusCode).toBe(201);
  expect((await bill(userId)).json()).toMatchObject({ code: 'already_billed' });
  expect(await balance(userId)).toBe(12.5);
});

test('a reversed utility bill leaves its month billed while another bill of the month is not reversed', async () => {
  const userId = await idOf(await residentWith(server));
  const first = await posted(userId);
  const second = await posted(userId, true);
  const third = await posted(userId, true);
  await reverse(first);
  expect((await bill(userId)).statusCode).toBe(409);
  await reverse(third);
  expect((await bill(userId)).statusCode).toBe(409);
  await reverse(second);
  expect((await bill(userId)).statusCode).toBe(201);
});

test('a duplicate utility bill posted while the first is being reversed bills the month', async () => {
  const userId = await idOf(await residentWith(server));
  const first = await posted(userId);
  await Promise.all([reverse(first), bill(userId, true)]);
  expect((await bill(userId)).statusCode).toBe(409);
});

test('check:ledger reports a utility bill that does not name its reversal', async () => {
  const { sql } = server.database;
  const entry = await posted(await idOf(await residentWith(server)));
  const reversal = (await reverse(entry)).json<Transaction>();
  const [noted] = await sql<{ id: number }>`
    update utility_bills set reversed_by = null where transaction_id = ${entry} returning id`;
  expect(await ledgerDiscrepancies(server.database)).toEqual([
    `Utility bill ${noted!.id} is kept as not reversed, and its entry is reversed by entry ${reversal.id}`,
  ]);
  await sql`update utility_bills set reversed_by = ${reversal.id} where transaction_id = ${entry}`;
});

test('a utility bill has an audit entry with its author', async () => {
  const entry = await posted(await idOf(await residentWith(server)));
  const answer = await server.call('GET', `/audit?subject=transaction&id=${entry}`, { as: manager });
  expect(answer.json()).toMatchObject([
    {
      action: 'posted',
      first_name: 'Morgan',
      changes: { amount: { after: 12.5 }, type: { after: 'Utility' } },
    },
  ]);
});

test('after any charges, payments and reversals a balance is the sum of its entries to the cent', async () => {
  const cents = fc.integer({ min: 1, max: 100_000_000 });
  const act = fc.oneof(
    fc.record({ what: fc.constant('charge' as const), cents }),
    fc.record({ what: fc.constant('record-payment' as const), cents }),
    // Of any entry so far, which may be a reversal or reversed already.
    fc.record({ what: fc.constant('reverse' as const), which: fc.nat({ max: 20 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 15 }), async (acts) => {
      const userId = await idOf(await residentWith(server));
      const entries: { id: number; cents: number; settled: boolean }[] = [];
      for (const each of acts) {
        if (each.what === 'reverse') {
          const entry = entries[each.which % Math.max(1, entries.length)];
          if (!entry) continue;
          const answer = await reverse(entry.id);
          expect(answer.statusCode).toBe(entry.settled ? 409 : 201);
          if (entry.settled) continue;
          entry.settled = true;
          entries.push({ id: answer.json<Transaction>().id, cents: -entry.cents, settled: true });
        } else {
          const body = { userId, unitId: 1, amount: toDollars(each.cents), description: 'Any' };
          const answer = await server.call('POST', `/transactions/${each.what}`, { as: manager, body });
          const sign = each.what === 'charge' ? 1 : -1;
          entries.push({ id: answer.json<Transaction>().id, cents: sign * each.cents, settled: false });
        }
      }
      const expected = entries.reduce((sum, entry) => sum + entry.cents, 0);
      expect(toCents(await balance(userId))).toBe(expected);
      const told = (await history(userId)).reduce((sum, { amount }) => sum + toCents(amount), 0);
      expect(told).toBe(expected);
    }),
    { numRuns: 25 },
  );
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});
