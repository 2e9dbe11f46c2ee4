import { beforeEach, expect, vi } from 'vitest';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { InDoubt } from '../../../src/offline/engine/outbox/outbox.ts';
import { discard, retry, revise } from '../../../src/offline/engine/outbox/revise.ts';
import { findEarlier } from '../../../src/offline/subjects/doorPayments.ts';
import { readSentSince, unsentByTenant } from '../../../src/offline/subjects/ledger/unsentByTenant.ts';
import { MANAGER, NOOR, ROBIN } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { server } from '../../support/server/world.ts';
import {
  next,
  withToken,
  refill,
  shown,
  payment,
  pay,
  numberOf,
  posted,
  takeNextAmount,
} from '../../support/offline/outbox/doorPayments.ts';

const test = base.extend('person', MANAGER);
beforeEach(takeNextAmount);

test('an unsent payment is edited under its receipt number, and a discarded one’s number is not used again', async () => {
  await refill();
  const item = await pay();
  const body = { ...item.input.body, amount: next + 5 };
  await revise(item.id, { body, photos: [], shown });
  const void_ = await pay({ amount: next + 6 });
  await discard(void_.id);
  const third = await pay({ amount: next + 7 });
  expect(numberOf(third)).toMatch(/-03$/);
  await phone.send();
  expect((await posted()).map(({ amount, receipt_number }) => [amount, receipt_number])).toEqual([
    [-(next + 5), numberOf(item)],
    [-(next + 7), numberOf(third)],
  ]);
});

test('a payment that may have arrived is neither edited nor discarded before its answer', async () => {
  const item = await pay();
  net.fail(/record-payment/, 'answer lost');
  await phone.send();
  const change = { body: { ...item.input.body, amount: 1 }, photos: [], shown };
  await expect(revise(item.id, change)).rejects.toThrow(InDoubt);
  await expect(discard(item.id)).rejects.toThrow(
    'This payment may have reached Porchlight already. It can be changed once its answer is known.',
  );
  await phone.send();
  expect(await posted()).toHaveLength(1);
});

test('a refused payment waits for a person, is recorded anyway under its number, and nothing waits behind it', async () => {
  await refill();
  await server.call('POST', '/transactions/record-payment', {
    as: await server.token('manager'),
    body: payment(),
  });
  const item = await pay({ ask_if_repeated: true });
  await pay({ amount: next + 1 });
  await phone.send();
  const [refused, ...others] = await phone.waiting();
  expect(others).toEqual([]);
  expect(refused).toMatchObject({ id: item.id, refusal: { failure: { code: 'payment_repeated' } } });
  await retry(item.id);
  await phone.send();
  expect(await phone.waiting()).toHaveLength(1);
  await revise(item.id, { body: { ...item.input.body, ask_if_repeated: false }, photos: [], shown });
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect((await posted()).map(({ receipt_number }) => receipt_number)).toEqual([
    null,
    expect.stringMatching(/-02$/),
    numberOf(item),
  ]);
});

test('a sent payment is in the cached ledger of its tenant alone, once, and its receipt is there offline', async () => {
  const caller = withToken;
  const read = (id: number) =>
    fetchAndCache(MANAGER, 'listUserTransactions', { params: { id: String(id) } }, caller);
  const cached = async (id: number) =>
    (await readCached(MANAGER, 'listUserTransactions', { params: { id: String(id) } }))!.answer.map(
      ({ created_with }) => created_with,
    );
  await read(ROBIN);
  await read(NOOR);
  const others = await cached(NOOR);
  const item = await pay({ reference: '1041' });
  // The server has it, and the ledger is read again before the phone hears so.
  net.fail(/record-payment/, 'answer lost');
  await phone.send();
  await read(ROBIN);
  await phone.send();
  expect((await cached(ROBIN)).filter((key) => key === item.id)).toHaveLength(1);
  expect(await cached(NOOR)).toEqual(others);
  const [entry] = await posted();
  const receipt = await readCached(MANAGER, 'readReceipt', { params: { id: String(entry!.id) } });
  const answered = await server.call('GET', `/transactions/${entry!.id}/receipt`, {
    as: await server.token('manager'),
  });
  const { received_by, ...receiptOfServer } = answered.json<{ received_by: string }>();
  // What was paid by it and what is left is known to the server alone.
  const { received_by: taker, ...fromPhone } = receipt?.answer as { received_by: string };
  expect(taker).toBe('Mira Reyes');
  const known = { pays: [], balance_after: expect.any(Number) as number };
  expect(receiptOfServer).toEqual({ ...fromPhone, ...known });
  expect(received_by).not.toBe('');
});

test('the same amount for the same tenant is found among what this device has and sent, for a day', async () => {
  const find = (more: object = {}) => findEarlier(MANAGER, { userId: ROBIN, amount: next, ...more });
  expect(await find()).toBeUndefined();
  const item = await pay();
  expect(await find()).toMatchObject({ recorded_at: new Date(item.capturedAt) });
  expect(await find({ itemId: item.id })).toBeUndefined();
  expect(await find({ amount: next + 0.01 })).toBeUndefined();
  expect(await find({ userId: NOOR })).toBeUndefined();
  await phone.send();
  expect(await find()).toBeDefined();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 });
  expect(await find()).toBeUndefined();
  vi.useRealTimers();
});

const NONE = { charged: 0, credited: 0, paid: 0 };
test('beside a balance stands what is unsent, what may have arrived, and what was sent after it was read, each once', async () => {
  const told = async (since: Date) =>
    unsentByTenant(await phone.waiting(), await readSentSince(MANAGER, since)).get(ROBIN);
  const read = new Date();
  await pay();
  expect(await told(read)).toEqual({ unsent: { ...NONE, paid: next * 100 }, inDoubt: NONE, sent: NONE });
  net.fail(/record-payment/, 'answer lost');
  await phone.send();
  expect(await told(read)).toEqual({ unsent: NONE, inDoubt: { ...NONE, paid: next * 100 }, sent: NONE });
  await phone.send();
  expect(await told(read)).toEqual({ unsent: NONE, inDoubt: NONE, sent: { ...NONE, paid: next * 100 } });
  expect(await told(new Date())).toBeUndefined();
});

test('a payment that a server of the version before recorded is sent, although its answer tells no receipt number', async () => {
  const item = await pay();
  const before = {
    ...{ id: 999_999, user_id: ROBIN, unit_id: 1, amount: -next, type: 'Check', description: 'Rent' },
    ...{ created_at: new Date().toISOString(), effective_on: null, reverses: null, reversed_by: null },
    ...{ utility: null, card: null, lease: null, pays: [], late_fee: null, fees_paid_in_time: [] },
  };
  net.fail(/record-payment/, { status: 201, body: before });
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect((await database.sent.get(item.id))?.answer).toMatchObject({ id: 999_999, receipt_number: null });
});
