import { expect } from 'vitest';
import type { AutopaySetup } from '../../../contract/payments/autopay.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';
import type { Database } from '../../../server/database/database.ts';
import { GIVEN } from '../../support/server/autopay.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';

const KEY = '5f8b4c1e-9d0a-4b7e-8c2f-1a2b3c4d5e6f';

const begin = (given: object = {}, key = KEY) =>
  server.call('POST', '/autopay/setup', {
    as: resident,
    body: { ...GIVEN, ...given },
    headers: { 'idempotency-key': key },
  });
const setups = () => Object.keys(server.standIn.account.state.setups);
const rows = () =>
  server.database.sql<{ status: string }>`select status from autopay_setups order by consented_at`;
const keys = () => server.database.sql<{ answer: string | null }>`select * from idempotency_keys`;

/** A process that dies as soon as the card provider has answered: nothing that it would write then is written. */
function diesBeforeItAnswers(database: Database): () => void {
  const { sql } = database;
  let dead = false;
  database.sql = (strings: TemplateStringsArray, ...values: unknown[]) => {
    dead ||= setups().length > 0;
    return dead ? Promise.reject(new Error('The process is gone.')) : sql(strings, ...values);
  };
  return () => void (database.sql = sql);
}
/** Lets the time pass after which a process counts as gone. */
const claimsEnd = () =>
  server.database.sql`update idempotency_keys set claimed_until = claimed_until - interval '20 seconds'`;

test('six copies of a set-up that arrive at the same moment begin one, and get one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => begin()));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'])).toHaveLength(5);
  expect(setups()).toHaveLength(1);
  expect(await rows()).toEqual([{ status: 'begun' }]);
});

test('of two different set-ups with one key at the same moment one is started, and the other refused', async () => {
  const answers = await Promise.all([begin(), begin({ charge_day: 5 })]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
  expect(setups()).toHaveLength(1);
});

test('a set-up whose process died midway is gone on with when it is asked for again', async () => {
  const revive = diesBeforeItAnswers(server.database);
  expect((await begin()).statusCode).toBe(500);
  revive();
  expect(setups()).toHaveLength(1);
  // What the key was used for is known, though not what became of it.
  const other = await begin({ charge_day: 5 });
  expect([other.statusCode, other.json<Failure>().code]).toEqual([422, 'key_reused']);
  await claimsEnd();
  expect((await begin({ charge_day: 5 })).statusCode).toBe(422);
  const again = await begin();
  expect(again.statusCode).toBe(201);
  expect(again.json<AutopaySetup>().clientSecret).toContain(setups()[0]);
  expect((await begin()).body).toBe(again.body);
  expect(setups()).toHaveLength(1);
  expect(await rows()).toEqual([{ status: 'begun' }]);
});

test('a repeat waits while the first request is running, and gets its answer', async () => {
  const { database } = server;
  await begin();
  const [stored] = await keys();
  await database.sql`update idempotency_keys set answer = null, claimed_until = now() + interval '10 seconds'`;
  const repeat = begin();
  await new Promise((done) => setTimeout(done, 300));
  await database.sql`update idempotency_keys set answer = ${stored!.answer}, claimed_until = null`;
  expect((await repeat).headers['idempotency-replayed']).toBe('true');
  expect(setups()).toHaveLength(1);
});

test('a refused set-up is judged again under its key, also with another input', async () => {
  server.standIn.account.losesAnswer = () => true;
  expect((await begin()).statusCode).toBe(503);
  server.standIn.account.losesAnswer = undefined;
  expect(await keys()).toEqual([]);
  const other = await begin({ charge_day: 5 });
  expect(other.statusCode).toBe(201);
  const started = await server.database.sql`select charge_day from autopay_setups where status = 'begun'`;
  expect(started).toEqual([{ charge_day: 5 }]);
});

test('the stored answer is readable only to who sends the key again', async () => {
  const { clientSecret } = (await begin()).json<AutopaySetup>();
  const stored = JSON.stringify(await keys());
  expect(stored).not.toContain(clientSecret);
  expect(Buffer.from((await keys())[0]!.answer!, 'base64').toString('latin1')).not.toContain(clientSecret);
  expect(stored).not.toContain(KEY);
});

test('a part of the balance is started once under its key, and a late copy does not change what was started since', async () => {
  const { sql } = server.database;
  await server.charge('resident', 300);
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, payment_policy)
    values (1, '2020-01-01', 'actual_days', 'any_amount') returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, 2, 1)`;
  const part = (amount: number, key: string) =>
    server.call('POST', '/stripe_payments/create-partial-payment', {
      as: resident,
      body: { amount },
      headers: { 'idempotency-key': key },
    });
  const first = await part(100, KEY);
  const { clientSecret } = (await part(150, crypto.randomUUID())).json<PaymentStarted>();
  expect((await part(100, KEY)).body).toBe(first.body);
  expect((await part(120, KEY)).statusCode).toBe(422);
  const intent = server.standIn.account.state.intents[clientSecret.split('_secret_')[0]!];
  expect(intent?.amount).toBe(15_000);
});
