import { afterEach, beforeEach, expect, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '../../contract/http/route.ts';
import { routes, type QueuedRouteName } from '../../contract/routes.ts';
import type { Transaction } from '../../contract/ledger/ledger.ts';
import { call, ping } from '../../src/api/call.ts';
import { database } from '../../src/offline/engine/database.ts';
import { queue } from '../../src/offline/engine/outbox/outbox.ts';
import { revise } from '../../src/offline/engine/outbox/revise.ts';
import type { PaymentItem } from '../../src/offline/subjects/doorPayments.ts';
import { policies } from '../../src/offline/subjects/policies.ts';
import { refillReceiptBooks } from '../../src/offline/subjects/receiptBooks.ts';
import { isoDay } from '../../src/ui/data/Time.tsx';
import { MANAGER, ROBIN } from '../support/offline/device.ts';
import { setDeviceClock } from '../support/offline/deviceClock.ts';
import { net, phone, test as base } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';

const test = base;
const managerTest = base.extend('person', MANAGER);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let amount = 7000;
beforeEach(async () => {
  amount += 1;
  // With tokens of the server's time.
  await phone.session.token(phone.person!);
  await ping();
});

afterEach(async () => {
  // The next test begins on a device that knows that its clock is right.
  net.reset();
  vi.useRealTimers();
  await ping();
});

/** The server's time, whatever the device's clock says: neither the server nor its database is asked while that is wrong. */
const rightNow = () => performance.timeOrigin + performance.now();
async function reportedAt(): Promise<number> {
  const [request] = await server.database.sql<{ at: string }>`
    select extract(epoch from created_at) * 1000 as at from maintenance_requests`;
  return Number(request!.at);
}
const shown = {
  name: 'Robin Hale',
  unit_number: '101',
  property_name: 'Maple Court',
  received_by: 'M. Reyes',
};
/** Takes money as the form does: on the day that the device says. */
const takeMoney = async (received_on = isoDay()) =>
  (await queue({
    ...{ userId: MANAGER, route: 'recordPayment', shown },
    input: { body: { userId: ROBIN, unitId: 1, amount, type: 'Check' as const, received_on } },
  })) as PaymentItem;
const posted = async () =>
  server.database.sql<Pick<Transaction, 'effective_on' | 'receipt_number'>>`
    select effective_on::text as effective_on, receipt_number from transactions where amount = ${-amount}`;
const holdReceiptBook = () =>
  refillReceiptBooks(MANAGER, async (idempotencyKey) =>
    call(routes.createReceiptBook, {}, { token: await phone.session.token(MANAGER), idempotencyKey }),
  );

test('a report written on a phone whose clock is two days slow counts from when it was written', async () => {
  setDeviceClock(net, -2 * DAY);
  await ping();
  net.offline = true;
  await phone.report('The basement floods');
  net.offline = false;
  await phone.send();
  expect(Math.abs((await reportedAt()) - rightNow())).toBeLessThan(MINUTE);
});

managerTest(
  'money taken on a phone whose clock is a day fast is recorded today, with the receipt that was handed out',
  async () => {
    await holdReceiptBook();
    const today = isoDay();
    setDeviceClock(net, 2 * DAY);
    await ping();
    net.offline = true;
    const item = await takeMoney();
    expect(item.input.body.received_on).toBe(today);
    net.offline = false;
    await phone.send();
    expect(await phone.waiting()).toEqual([]);
    expect(await posted()).toEqual([{ effective_on: today, receipt_number: item.input.body.receipt_number }]);
  },
);

managerTest(
  'money taken after the clock was set to another day, without a connection, is dated right before it is sent',
  async () => {
    await holdReceiptBook();
    const today = isoDay();
    setDeviceClock(net, 2 * DAY);
    net.offline = true;
    const item = await takeMoney();
    expect(item.input.body.received_on).not.toBe(today);
    net.offline = false;
    await phone.send();
    expect(await phone.waiting()).toEqual([]);
    expect(item.input.body.receipt_number).toMatch(/^RB-/);
    expect(await posted()).toEqual([{ effective_on: today, receipt_number: item.input.body.receipt_number }]);
  },
);

managerTest(
  'a payment that the server refuses for its day is sent on another day with the same receipt number',
  async () => {
    await holdReceiptBook();
    const today = isoDay();
    const item = await takeMoney(isoDay(new Date(Date.now() + 3 * DAY)));
    await phone.send();
    const [refused] = await phone.waiting();
    expect(refused?.refusal?.failure.message).toBe('The day must not be in the future.');
    await revise(item.id, { body: { ...item.input.body, received_on: today }, photos: [], shown });
    await phone.send();
    expect(await posted()).toEqual([{ effective_on: today, receipt_number: item.input.body.receipt_number }]);
  },
);

test('a report written after the clock was set back counts from when it was written, never from before the last answer', async () => {
  setDeviceClock(net, -40 * DAY);
  net.offline = true;
  const item = await phone.report('No light in the stairwell');
  expect(Math.abs(Date.parse(item.capturedAt) - rightNow())).toBeLessThan(MINUTE);
  net.offline = false;
  await phone.send();
  expect(Math.abs((await reportedAt()) - rightNow())).toBeLessThan(MINUTE);
});

test('what was written by a slow clock that was known stays so when the clock is set right before it is sent', async () => {
  const set = setDeviceClock(net, -2 * DAY);
  await ping();
  net.offline = true;
  const { capturedAt } = await phone.report('The lift is stuck');
  set(0);
  net.offline = false;
  await phone.send();
  expect(await reportedAt()).toBe(Date.parse(capturedAt));
});

test('what the version before queued by a wrong clock is set right too, but not once the server may have it', async () => {
  setDeviceClock(net, -2 * DAY);
  net.offline = true;
  const bare = async (mayHaveArrived: boolean, words: string) => {
    const { seq } = await phone.report(words);
    await database.outbox.update(seq, { capturedAt: new Date().toISOString(), mayHaveArrived });
    await database.outbox.where({ seq }).modify((item) => void delete item.reckoning);
  };
  await bare(true, 'first');
  await bare(false, 'second');
  net.offline = false;
  await phone.send();
  const captured = net.sent().map(({ headers }) => Date.parse(headers.get('Captured-At') ?? ''));
  const now = rightNow();
  expect(captured.map((time) => Math.round((now - time) / DAY))).toEqual([2, 0]);
});

managerTest('readings taken on a phone whose clock is 40 days slow are billed for this month', async () => {
  const today = isoDay();
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at) values (1, 1, 1, now() - interval '1 day')`;
  setDeviceClock(net, -40 * DAY);
  await ping();
  net.offline = true;
  const entry = { user_id: ROBIN, water_usage: 1, electric_usage: 1, gas_usage: 1 };
  await queue({
    ...{ userId: MANAGER, route: 'createUtilityBills' },
    input: { body: [{ ...entry, water_cost: 1, electric_cost: 1, gas_cost: 1, due_date: isoDay() }] },
    shown: { bills: [], rates: { rate_water: 1, rate_electric: 1, rate_gas: 1 } },
  });
  net.offline = false;
  await phone.send();
  const [bill] = await server.database.sql<{ month: string; due_date: string }>`
    select month::text as month, due_date::text as due_date from utility_bills`;
  expect(bill).toEqual({ month: `${today.slice(0, 7)}-01`, due_date: today });
  await server.database.sql`delete from utility_bills`;
});

/** A value of a JSON schema that has its days alone; undefined where it has none. */
function withDays(schema: z.core.JSONSchema.JSONSchema | undefined, day: string): unknown {
  if (!schema) return undefined;
  if (schema.format === 'date') return day;
  const [other] = (schema.anyOf ?? []).map((each) => withDays(each, day)).filter(Boolean);
  if (other) return other;
  if (schema.items) {
    const item = withDays(schema.items as typeof schema, day);
    return item && [item];
  }
  const fields = Object.entries(schema.properties ?? {})
    .map(([name, each]) => [name, withDays(each as typeof schema, day)] as const)
    .filter(([, value]) => value !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** Whose day no form takes from the clock. */
const GIVEN = ['setLastDay'];

/** Whose months follow one of its days, and whose other day is given. */
const TESTED_APART = ['createLease'];

test('each day in each queued change that was taken from a wrong clock is set right, and another day stays', () => {
  const days = { wrong: '2026-11-27', right: '2026-11-25' };
  const dated: string[] = [];
  for (const [name, route] of Object.entries<Route>(routes)) {
    if (route.offline !== 'queue' || !route.body || TESTED_APART.includes(name)) continue;
    const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' });
    const body = (day: string) => ({ body: withDays(schema, day) });
    if (body(days.wrong).body === undefined) continue;
    if (GIVEN.includes(name)) {
      expect([name, policies[name as QueuedRouteName].setRight]).toEqual([name, undefined]);
      continue;
    }
    dated.push(name);
    const { setRight } = policies[name as QueuedRouteName] as {
      setRight?: (input: unknown, given: typeof days) => unknown;
    };
    expect([name, setRight?.(body(days.wrong), days)]).toEqual([name, body(days.right)]);
    expect([name, setRight?.(body('2026-11-01'), days)]).toEqual([name, body('2026-11-01')]);
  }
  expect(dated).toContain('recordPayment');
});

test('a lease from the day of a wrong clock begins on the right one, charges from its month on, and ends when it was said', () => {
  const charge = { kind: 'rent' as const, amount: 900, due_day: 1 };
  const body = (starts: string, from_month: string) => ({
    body: {
      ...{ unit_id: 1, starts, ends: '2027-11-01', proration: 'actual_days' as const, tenant_ids: [ROBIN] },
      charges: [
        { ...charge, from_month },
        { ...charge, kind: 'pet' as const, from_month: '2027-02-01' },
      ],
    },
  });
  const right = (starts: string, from_month: string) =>
    policies.createLease.setRight?.(body(starts, from_month), { wrong: '2027-11-01', right: '2026-10-31' });
  expect(right('2027-11-01', '2027-11-01')).toEqual(body('2026-10-31', '2026-10-01'));
  expect(right('2026-12-15', '2026-12-01')).toEqual(body('2026-12-15', '2026-12-01'));
});
