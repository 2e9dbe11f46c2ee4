import { beforeEach, expect, vi } from 'vitest';
import { database } from '../../src/offline/engine/database.ts';
import { deleteCachedReads, forgetUser } from '../../src/offline/engine/deviceUser.ts';
import { openDraft, readDraft } from '../../src/offline/engine/drafts.ts';
import { saveDraft } from '../../src/offline/engine/draftWrites.ts';
import { AlreadySubmitted } from '../../src/offline/engine/outbox/outbox.ts';
import { OutOfSpace } from '../../src/offline/engine/storage/storageQuota.ts';
import { Unreachable } from '../../src/api/call.ts';
import { receiptOf } from '../../src/offline/subjects/doorPayments.ts';
import { countReceipts } from '../../src/offline/subjects/receiptBooks.ts';
import { MANAGER, NOOR, outOfSpace } from '../support/offline/device.ts';
import { net, phone, test as base } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';
import {
  next,
  refill,
  pay,
  numberOf,
  posted,
  takeNextAmount,
} from '../support/offline/outbox/doorPayments.ts';

const test = base.extend('person', MANAGER);
beforeEach(takeNextAmount);

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
