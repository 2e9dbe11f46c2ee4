import { afterEach, beforeEach, expect } from 'vitest';
import type { Deposit, DepositRow } from '../../../contract/deposits/deposit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { chargeRobin, depositOf, readAs, setRule } from '../../support/server/deposits/deposits.ts';
import { begin, history } from '../../support/server/leases/lateFees.ts';
import { change, NOOR, ROBIN, today } from '../../support/server/today/today.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

let lease: number;
let deposit: ReturnType<typeof depositOf>;
const balance = async () =>
  (await history()).reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);

beforeEach(async () => {
  lease = await begin();
  deposit = depositOf(lease);
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

test('a deposit is received, applied to what is owed, and returned, and is never more or less than its entries', async () => {
  await change('PUT', `/leases/${lease}`, { deposit_required: 1450 });
  const received = await deposit.entered({
    kind: 'Received',
    amount: 1450,
    reference: '1207',
    day: '2026-01-05',
  });
  expect(received).toMatchObject({
    required: 1450,
    received: 1450,
    held: 1450,
    applied: 0,
    returned: 0,
    ends: null,
  });
  expect(received.entries).toMatchObject([
    {
      kind: 'Received',
      amount: 1450,
      day: '2026-01-05',
      method: 'Check',
      reference: '1207',
      reversed_by: null,
    },
  ]);
  await chargeRobin(200);
  const applied = await deposit.entered({ kind: 'Applied', amount: 150, description: 'The broken door' });
  expect(applied).toMatchObject({ held: 1300, applied: 150 });
  const [credit] = await history();
  expect(credit).toMatchObject({
    type: 'Deposit Applied',
    amount: -150,
    description: 'The broken door',
    receipt_number: null,
  });
  expect(credit!.pays).toMatchObject([{ amount: 150 }]);
  expect(applied.entries[1]).toMatchObject({
    kind: 'Applied',
    amount: -150,
    method: null,
    transaction_id: credit!.id,
  });
  const returned = await deposit.entered({
    kind: 'Returned',
    amount: 1300,
    method: 'Other',
    reference: 'Zelle',
  });
  expect(returned).toMatchObject({ received: 1450, applied: 150, returned: 1300, held: 0 });
  expect(await balance()).toBe(5000);
});

test('no more is applied or returned than is held, and no more applied than is owed', async () => {
  await deposit.entered({ kind: 'Received', amount: 500 });
  const refused = async (body: object) => (await deposit.enter(body)).json<Failure>().fields;
  expect(await refused({ kind: 'Returned', amount: 500.01 })).toEqual({
    amount: 'Only $500.00 of this deposit is held.',
  });
  await chargeRobin(30);
  expect(await refused({ kind: 'Applied', amount: 30.01, description: 'A key' })).toEqual({
    amount: 'This account owes $30.00. Charge what the deposit is to pay first.',
  });
  expect(await refused({ kind: 'Applied', amount: 30, description: ' ' })).toEqual({
    description: 'Please say what it is applied to.',
  });
  expect(await refused({ kind: 'Received', amount: 5, day: addDays(today(), 2) })).toEqual({
    day: 'The day must not be in the future.',
  });
  expect(await deposit.read()).toMatchObject({ held: 500 });
});

test('an entry is taken back once, in the ledger too, and not while its money is gone', async () => {
  const { entries } = await deposit.entered({ kind: 'Received', amount: 500 });
  await chargeRobin(80);
  const applied = (await deposit.entered({ kind: 'Applied', amount: 80, description: 'The door' }))
    .entries[1]!;
  const gone = await deposit.takeBack(entries[0]!.id);
  expect([gone.statusCode, gone.json<Failure>().message]).toEqual([
    409,
    'This money was applied or returned since. Take that back first.',
  ]);
  const inLedger = await server.call('POST', `/transactions/${applied.transaction_id!}/reversal`, {
    as: manager,
    body: { reason: 'Wrong tenant' },
  });
  expect([inLedger.statusCode, inLedger.json<Failure>().code]).toEqual([409, 'deposit_entry']);
  expect((await deposit.takeBack(applied.id, 'It was ours')).json<Deposit>()).toMatchObject({
    held: 500,
    applied: 0,
  });
  expect((await history()).slice(0, 2)).toMatchObject([
    { type: 'Reversal', amount: 80, description: 'It was ours' },
    { type: 'Deposit Applied', amount: -80 },
  ]);
  expect((await deposit.takeBack(applied.id)).json<Failure>().code).toBe('already_reversed');
  expect((await deposit.takeBack(entries[0]!.id)).json<Deposit>()).toMatchObject({ held: 0, received: 0 });
  expect((await deposit.takeBack(entries[0]!.id)).json<Failure>().code).toBe('already_reversed');
});

test('the same deposit sent twice with one key is one', async () => {
  const idempotencyKey = '6c1f0c0e-6f0a-4a0e-9a0b-1d8b0d0f7a11';
  const send = (amount: number) =>
    server.call('POST', `/leases/${lease}/deposit`, {
      as: manager,
      body: { kind: 'Received', amount },
      headers: { 'Idempotency-Key': idempotencyKey },
    });
  expect((await send(300)).statusCode).toBe(201);
  expect((await send(300)).statusCode).toBe(201);
  expect((await send(301)).statusCode).toBe(422);
  expect(await deposit.read()).toMatchObject({ held: 300 });
});

test('two returns at one moment never return more than is held', async () => {
  await deposit.entered({ kind: 'Received', amount: 100 });
  const answers = await Promise.all(
    [60, 60, 60].map((amount) => deposit.enter({ kind: 'Returned', amount })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400]);
  expect(await deposit.read()).toMatchObject({ held: 40 });
});

test('the database itself refuses to hold less than nothing, to change an entry, and to forget one', async () => {
  await deposit.entered({ kind: 'Received', amount: 100 });
  const { sql } = server.database;
  const insert = sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, created_by)
    values (${lease}, ${ROBIN}, 'Returned', -100.01, '2026-01-01', 1)`;
  await expect(insert).rejects.toThrow(`less than nothing would be held of the deposit of lease ${lease}`);
  await expect(sql`update deposit_entries set amount = 200`).rejects.toThrow('append-only');
  await expect(sql`delete from deposit_entries`).rejects.toThrow('append-only');
});

test('interest is told by the community’s rule and entered by hand, and a deposit earns none after its lease', async () => {
  const year = addDays(today(), -365);
  await deposit.entered({ kind: 'Received', amount: 1000, day: year });
  expect(await deposit.read()).toMatchObject({ interest_due: 0 });
  expect((await setRule({ return_days: 21, interest: 'simple', percent: 5 })).statusCode).toBe(200);
  expect((await deposit.read()).interest_due).toBe(50);
  await change('PUT', `/leases/${lease}`, { ends: addDays(year, 73) });
  expect((await deposit.read()).interest_due).toBe(10);
  expect(await deposit.entered({ kind: 'Interest', amount: 10 })).toMatchObject({
    interest: 10,
    held: 1010,
    interest_due: 0,
  });
});

test.each([
  [{ return_days: 13 }, 'return_days', 'Deposits are returned within 14 to 45 days.'],
  [{ return_days: 46 }, 'return_days', 'Deposits are returned within 14 to 45 days.'],
  [{ percent: 0 }, 'percent', 'Please enter the interest, in percent a year.'],
  [{ percent: 20.01 }, 'percent', 'The interest is from 0 to 20 percent a year, in hundredths of a percent.'],
  [{ interest: 'daily' }, 'interest', 'Please choose how interest is counted.'],
])('a rule of %j is refused at %s', async (given, field, message) => {
  const answer = await setRule({ return_days: 30, interest: 'simple', percent: 2, ...given });
  expect([answer.statusCode, answer.json<Failure>().fields]).toEqual([400, { [field]: message }]);
});

test('management lists all deposits, and a tenant reads their own alone', async () => {
  expect(await readAs<DepositRow[]>('/deposits')).toEqual([]);
  await change('PUT', `/leases/${lease}`, { deposit_required: 500 });
  await deposit.entered({ kind: 'Received', amount: 200 });
  expect(await readAs<DepositRow[]>('/deposits')).toMatchObject([
    {
      lease_id: lease,
      user_id: ROBIN,
      unit_number: '101',
      property_name: 'Maple Court',
      required: 500,
      held: 200,
    },
  ]);
  expect(await deposit.read(resident)).toMatchObject({ held: 200 });
  await server.database.sql`update lease_tenants set user_id = ${NOOR} where lease_id = ${lease}`;
  expect((await server.call('GET', `/leases/${lease}/deposit`, { as: resident })).statusCode).toBe(404);
});

test('what is done to a deposit is recorded with its author', async () => {
  await change('PUT', `/leases/${lease}`, { deposit_required: 500 });
  const { entries } = await deposit.entered({ kind: 'Received', amount: 500 });
  await deposit.takeBack(entries[0]!.id);
  expect(await readAs(`/audit?subject=lease&id=${lease}`)).toMatchObject([
    {
      action: 'took back a part of the deposit of',
      changes: { kind: { after: 'Received' }, amount: { after: 500 } },
    },
    { action: 'entered a deposit for', changes: { kind: { after: 'Received' }, amount: { after: 500 } } },
    { action: 'changed', changes: { deposit_required: { before: null, after: 500 } } },
  ]);
});

test('a ledger from which an applied deposit is missing is told', async () => {
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, created_by)
    values (${ROBIN}, 1, -5, 'Deposit Applied', 'From nowhere', 1)`;
  const told: Transaction[] = await history();
  expect(await ledgerDiscrepancies(server.database)).toEqual([
    `Entry ${told[0]!.id} is paid from no deposit`,
  ]);
  await server.database.sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, created_by)
    values (${lease}, ${ROBIN}, 'Received', 5, '2026-01-01', 1)`;
  await server.database.sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, created_by, transaction_id)
    values (${lease}, ${ROBIN}, 'Applied', -5, '2026-01-01', 1, ${told[0]!.id})`;
  await server.database.sql`alter table transactions disable trigger transactions_append_only`;
  await server.database.sql`update transactions set lease_id = ${lease} where id = ${told[0]!.id}`;
  await server.database.sql`alter table transactions enable trigger transactions_append_only`;
});
