import { beforeEach, expect, vi } from 'vitest';
import { routes } from '../../contract/routes.ts';
import type { Transaction } from '../../contract/ledger/ledger.ts';
import { readCached } from '../../src/offline/engine/reads/cachedReads.ts';
import { database } from '../../src/offline/engine/database.ts';
import { deleteCachedReads, forgetUser } from '../../src/offline/engine/deviceUser.ts';
import { openDraft, readDraft } from '../../src/offline/engine/drafts.ts';
import { saveDraft } from '../../src/offline/engine/draftWrites.ts';
import { fetchAndCache } from '../../src/offline/engine/reads/refreshCached.ts';
import { AlreadySubmitted, InDoubt, queue } from '../../src/offline/engine/outbox/outbox.ts';
import { discard, retry, revise } from '../../src/offline/engine/outbox/revise.ts';
import { OutOfSpace } from '../../src/offline/engine/storage/storageQuota.ts';
import { call, Unreachable } from '../../src/api/call.ts';
import {
  findEarlier,
  isPayment,
  readSentSince,
  receiptOf,
  unsentByTenant,
  type PaymentBody,
  type PaymentItem,
} from '../../src/offline/subjects/doorPayments.ts';
import { countReceipts, refillReceiptBooks } from '../../src/offline/subjects/receiptBooks.ts';
import { MANAGER, NOOR, outOfSpace, ROBIN } from '../support/offline/device.ts';
import { net, phone, test as base } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';

const test = base.extend('person', MANAGER);
beforeEach(async () => {
  // The ledger is append-only, so each test takes amounts of its own.
  next += 100;
});
let next = 1000;

const withToken = async <T>(send: (token: string) => Promise<T>): Promise<T> =>
  send((await phone.session.token(phone.person ?? MANAGER)) ?? '');
const refill = (userId = MANAGER) =>
  refillReceiptBooks(userId, (idempotencyKey) =>
    withToken((token) => call(routes.createReceiptBook, {}, { token, idempotencyKey })),
  );
const shown = {
  name: 'Robin Hale',
  unit_number: '101',
  property_name: 'Maple Court',
  received_by: 'Mira Reyes',
};

function payment(body: Partial<PaymentBody> = {}) {
  return { userId: ROBIN, unitId: 1, amount: next, type: 'Check' as const, ...body };
}
const pay = async (body: Partial<PaymentBody> = {}, draft?: { name: string; savedAt?: Date }) =>
  (await queue({
    ...{ userId: phone.person ?? MANAGER, route: 'recordPayment', input: { body: payment(body) }, shown },
    ...(draft ? { draft } : {}),
  })) as PaymentItem;
const numberOf = ({ input }: PaymentItem) => input.body.receipt_number;

/** The entries of the test's payments, oldest first. */
const posted = () =>
  server.database.sql<Transaction>`
    select * from transactions where amount between ${-(next + 99)} and ${-next} order by id`;

test('a payment takes the next receipt number when it is queued, and is recorded once with it', async () => {
  await refill();
  expect(await countReceipts(MANAGER)).toBe(50);
  const [first, second] = [await pay(), await pay({ amount: next + 1 })];
  expect([numberOf(first), numberOf(second)]).toEqual([
    expect.stringMatching(/^RB-\d+-01$/),
    expect.stringMatching(/^RB-\d+-02$/),
  ]);
  expect(await countReceipts(MANAGER)).toBe(48);
  net.fail(/record-payment/, 'answer lost', 'delivered twice');
  await phone.send();
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect((await posted()).map(({ receipt_number }) => receipt_number)).toEqual([
    numberOf(first),
    numberOf(second),
  ]);
});

test('payments queued at the same moment in two tabs never take the same number, and leave out none', async () => {
  await refill();
  const items = await Promise.all(Array.from({ length: 20 }, (_, n) => pay({ amount: next + n })));
  const places = items.map((item) => Number(numberOf(item)?.slice(-2))).sort((a, b) => a - b);
  expect(places).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
});

test('without a receipt book a payment is queued all the same, and gets the server’s number when it is sent', async () => {
  net.offline = true;
  const item = await pay();
  expect(receiptOf(item)).toMatchObject({ number: null, amount: next, name: 'Robin Hale' });
  net.offline = false;
  await phone.send();
  const [entry] = await posted();
  expect(entry?.receipt_number).toBeNull();
  const sent = await database.sent.get(item.id);
  expect(sent?.answer).toMatchObject({
    id: entry!.id,
    receipt_number: expect.stringMatching(/^PL-/) as string,
  });
});

test('on a full device a payment is refused in words: the draft stays, and no receipt number is used up', async () => {
  await refill();
  await saveDraft(MANAGER, 'payment-2:x', { amount: '500' });
  outOfSpace(99);
  await expect(pay({}, { name: 'payment-2:x' })).rejects.toThrow(OutOfSpace);
  vi.restoreAllMocks();
  expect(await phone.waiting()).toEqual([]);
  expect(await readDraft(MANAGER, 'payment-2:x')).toMatchObject({ value: { amount: '500' } });
  expect(await countReceipts(MANAGER)).toBe(50);
  expect(numberOf(await pay())).toMatch(/-01$/);
});

test('a draft that two tabs submit is queued once, and takes one receipt number', async () => {
  await refill();
  const { version } = await openDraft(MANAGER, 'payment-2');
  version.savedAt = await saveDraft(MANAGER, version.name, { amount: '500' });
  const [first, second] = await Promise.allSettled([pay({}, version), pay({}, version)]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(AlreadySubmitted) as Error });
  expect(await countReceipts(MANAGER)).toBe(49);
});

test('another book is asked for when few receipts are left, and not before', async () => {
  await refill();
  await refill();
  expect(await countReceipts(MANAGER)).toBe(50);
  for (let n = 0; n < 35; n += 1) await pay({ amount: next + n });
  await refill();
  expect(await countReceipts(MANAGER)).toBe(65);
});

test('a book whose answer was lost is given again, and two tabs that ask at once get one', async () => {
  const asked = () => net.requests.filter(({ path }) => path === '/receipt-books');
  net.fail(/receipt-books/, 'answer lost');
  await expect(refill()).rejects.toThrow(Unreachable);
  await Promise.all([refill(), refill()]);
  expect(await countReceipts(MANAGER)).toBe(50);
  const keys = asked().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('after the browser deleted everything, the numbers of a new book are others', async () => {
  await refill();
  const before = numberOf(await pay());
  for (const table of database.tables) await table.clear();
  expect(await countReceipts(MANAGER)).toBe(0);
  await refill();
  const after = numberOf(await pay());
  expect(after).toMatch(/^RB-\d+-01$/);
  expect(after).not.toBe(before);
});

test('a book outlasts a sign-out, and another manager on the device has one of their own', async () => {
  await refill();
  const first = numberOf(await pay());
  await forgetUser(MANAGER);
  await deleteCachedReads();
  await server.database.sql`update users set is_manager = true where id = ${NOOR}`;
  phone.person = NOOR;
  await refill(NOOR);
  const theirs = numberOf(await pay());
  expect(theirs?.slice(0, -3)).not.toBe(first?.slice(0, -3));
  phone.person = MANAGER;
  expect(numberOf(await pay())).toBe(first?.replace(/01$/, '02'));
  phone.person = NOOR;
  await phone.send();
  expect(await posted()).toMatchObject([{ created_by: NOOR, receipt_number: theirs }]);
  await server.database.sql`update users set is_manager = false where id = ${NOOR}`;
});

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
  const { received_by, name } = answered.json<{ received_by: string; name: string }>();
  expect(receipt?.answer).toEqual({ ...answered.json<object>(), received_by: 'Mira Reyes', name });
  expect(received_by).not.toBe('');
});

test('the same amount for the same tenant is found among what this device holds and sent, for a day', async () => {
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

test('beside a balance stands what is unsent, what may have arrived, and what was sent after it was read, each once', async () => {
  const told = async (since: Date) =>
    unsentByTenant((await phone.waiting()).filter(isPayment), await readSentSince(MANAGER, since)).get(ROBIN);
  const read = new Date();
  await pay();
  expect(await told(read)).toEqual({ cents: next * 100, inDoubt: 0, sent: 0 });
  net.fail(/record-payment/, 'answer lost');
  await phone.send();
  expect(await told(read)).toEqual({ cents: 0, inDoubt: next * 100, sent: 0 });
  await phone.send();
  expect(await told(read)).toEqual({ cents: 0, inDoubt: 0, sent: next * 100 });
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
