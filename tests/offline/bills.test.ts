import { beforeEach, expect, vi } from 'vitest';
import type { UtilityBillEntry } from '../../contract/utilities/utilityBills.ts';
import { priceOf, type Usage } from '../../contract/utilities/billPrice.ts';
import type { Settings } from '../../contract/utilities/rates.ts';
import {
  queueBills,
  readReadings,
  saveReading,
  withdrawBills,
  type ShownBills,
} from '../../src/offline/subjects/bills.ts';
import { database, withDatabase } from '../../src/offline/engine/database.ts';
import { readCached } from '../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../src/offline/engine/reads/refreshCached.ts';
import { InDoubt } from '../../src/offline/engine/outbox/outbox.ts';
import { discard, revise } from '../../src/offline/engine/outbox/revise.ts';
import { OutOfSpace } from '../../src/offline/engine/storage/storageQuota.ts';
import { MANAGER, NOOR, outOfSpace, ROBIN } from '../support/offline/device.ts';
import { net, phone, test as base } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';
import { everythingRead, storeRead } from '../support/offline/readTables.ts';

const RATES: Settings = { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 };
const typed = { water: '1430.5', electric: '310', gas: '' };
const other = { water: '900', electric: '200', gas: '3' };

const test = base.extend('person', MANAGER);
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from utility_bills where duplicate_of is not null`;
  await sql`delete from utility_bills`;
  await sql`delete from utility_rates`;
  await sql`update users set is_current_user = true`;
  await setRates(RATES, '60 days');
});

async function setRates({ rate_water, rate_electric, rate_gas }: Settings, ago: string): Promise<void> {
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (${rate_water}, ${rate_electric}, ${rate_gas}, now() - ${ago}::interval)`;
}

function entry(user_id: number, used: Partial<Usage> = {}, rates = RATES): UtilityBillEntry {
  const usage = { water_usage: 1430.5, electric_usage: 310, gas_usage: 0, ...used };
  const { cents: _, ...costs } = priceOf(usage, rates);
  return { user_id, ...usage, ...costs, due_date: '2026-11-30' };
}
const shown: ShownBills = {
  rates: RATES,
  bills: [
    { user_id: ROBIN, unit_id: 1, unit: 'Unit 101, Maple Court', person: 'Robin Hale', typed },
    { user_id: NOOR, unit_id: 2, unit: 'Unit 102, Maple Court', person: 'Noor Aziz', typed: other },
  ],
};
const both = [entry(ROBIN), entry(NOOR, { water_usage: 900, electric_usage: 200, gas_usage: 3 })];
/** Says unsent bills in another wording. */
const reviseBills = (id: string, entries: UtilityBillEntry[], shown: ShownBills) =>
  revise(id, { body: entries, photos: [], shown });
const bills = () => server.database.sql`select user_id, amount from transactions
  where id in (select transaction_id from utility_bills) order by id`;

test('readings are drafts until they are posted, and are deleted in the transaction that queues the bills', async () => {
  await saveReading(MANAGER, 1, () => typed);
  await saveReading(MANAGER, 2, () => other);
  await saveReading(MANAGER, 5, () => ({ water: '1', electric: '', gas: '' }));
  await queueBills(MANAGER, both, shown);
  expect([...(await readReadings(MANAGER)).keys()]).toEqual([5]);
  expect(await phone.waiting()).toHaveLength(1);
});

test('on a full device cached reads are deleted to queue bills, together with their readings', async () => {
  await saveReading(MANAGER, 1, () => typed);
  await storeRead(database, { userId: MANAGER, key: 'listUnits', answer: [] });
  outOfSpace(1);
  await queueBills(MANAGER, both, shown);
  vi.restoreAllMocks();
  expect(await everythingRead(database)).toEqual([]);
  expect(await readReadings(MANAGER)).toEqual(new Map());
  expect(await phone.waiting()).toHaveLength(1);
});

test('on a full device cached reads are deleted to edit or withdraw bills', async () => {
  const fill = () => storeRead(database, { userId: MANAGER, key: 'listUnits', answer: [] });
  const { id } = await queueBills(MANAGER, both, shown);
  await fill();
  outOfSpace(1);
  await reviseBills(id, both.slice(0, 1), { ...shown, bills: shown.bills.slice(0, 1) });
  vi.restoreAllMocks();
  await fill();
  outOfSpace(1);
  expect((await withdrawBills(id)).map(({ unit_id }) => unit_id)).toEqual([1]);
  vi.restoreAllMocks();
  expect(await readReadings(MANAGER)).toEqual(new Map([[1, typed]]));
  expect(await phone.waiting()).toEqual([]);
});

test('on a device without any space no bill is queued, the readings stay and the person is told', async () => {
  await saveReading(MANAGER, 1, () => typed);
  outOfSpace(99);
  await expect(queueBills(MANAGER, both, shown)).rejects.toThrow(OutOfSpace);
  vi.restoreAllMocks();
  expect(await readReadings(MANAGER)).toEqual(new Map([[1, typed]]));
  expect(await phone.waiting()).toEqual([]);
});

test('an emptied reading is no draft, and another manager’s readings are not read', async () => {
  await saveReading(MANAGER, 1, () => typed);
  await saveReading(MANAGER, 1, () => ({ water: '', electric: '', gas: '' }));
  await saveReading(ROBIN, 2, () => other);
  expect(await readReadings(MANAGER)).toEqual(new Map());
});

test('bills whose answer is lost three times are posted once', async () => {
  await queueBills(MANAGER, both, shown);
  net.fail(/^POST \/utilities/, 'answer lost', 'cut', 'portal page after');
  for (let attempt = 0; attempt < 3; attempt += 1) await phone.send();
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await bills()).toEqual([
    { user_id: ROBIN, amount: 62.83 },
    { user_id: NOOR, amount: 43.52 },
  ]);
});

test('bills of readings taken offline are priced at the rates of that moment, although the rates changed later', async () => {
  await queueBills(MANAGER, both, shown);
  const { capturedAt } = (await phone.waiting())[0]!;
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (1, 1, 1, ${capturedAt}::timestamptz + interval '1 millisecond')`;
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect((await bills())[0]).toEqual({ user_id: ROBIN, amount: 62.83 });
});

test('bills at outdated rates wait for the person, and are re-priced and posted once', async () => {
  const now = { rate_water: 0.02, rate_electric: 0.2, rate_gas: 2 };
  await setRates(now, '1 hour');
  const { id } = await queueBills(MANAGER, both, shown);
  await phone.send();
  const [item] = await phone.waiting();
  expect(item).toMatchObject({ mayHaveArrived: false, refusal: { failure: { code: 'rates_changed' } } });
  expect(item?.refusal?.failure.detail).toEqual({ rates: now, tariffs: [] });
  expect(await bills()).toEqual([]);

  const again = [
    entry(ROBIN, {}, now),
    entry(NOOR, { water_usage: 900, electric_usage: 200, gas_usage: 3 }, now),
  ];
  await reviseBills(id, again, { ...shown, rates: now });
  net.fail(/^POST \/utilities/, 'answer lost');
  await phone.send();
  await phone.send();
  expect(new Set(net.sent().map(({ headers }) => headers.get('Idempotency-Key')))).toEqual(new Set([id]));
  expect(await bills()).toEqual([
    { user_id: ROBIN, amount: 90.61 },
    { user_id: NOOR, amount: 64 },
  ]);
});

test('of two phones that billed one unit, the second is told, and can post the others or this one too', async () => {
  await queueBills(MANAGER, [entry(ROBIN)], { ...shown, bills: shown.bills.slice(0, 1) });
  await phone.send();
  const { id } = await queueBills(MANAGER, both, shown);
  await phone.send();
  expect((await phone.waiting())[0]?.refusal?.failure.code).toBe('already_billed');
  expect(await bills()).toHaveLength(1);

  await reviseBills(id, [{ ...both[0]!, confirm_duplicates: true }, both[1]!], shown);
  await phone.send();
  expect(await bills()).toHaveLength(3);
  expect(await phone.waiting()).toEqual([]);
});

test('bills that may have arrived can be neither edited nor withdrawn until the server answers', async () => {
  const { id } = await queueBills(MANAGER, both, shown);
  net.fail(/^POST \/utilities/, 'answer lost');
  await phone.send();
  await expect(withdrawBills(id)).rejects.toThrow(InDoubt);
  await expect(reviseBills(id, both.slice(0, 1), shown)).rejects.toThrow(
    'These bills may have reached Porchlight already. They can be changed once its answer is known.',
  );
  await phone.send();
  expect(await bills()).toHaveLength(2);
});

test('bills that may have arrived cannot be discarded until the server answers', async () => {
  const { id } = await queueBills(MANAGER, both, shown);
  net.fail(/^POST \/utilities/, 'answer lost');
  await phone.send();
  await expect(discard(id)).rejects.toThrow(InDoubt);
  expect(await phone.waiting()).toHaveLength(1);
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await bills()).toHaveLength(2);

  const refused = await queueBills(MANAGER, both, shown);
  await phone.send();
  await discard(refused.id);
  expect(await phone.waiting()).toEqual([]);
});

test('withdrawing unsent bills restores their readings as drafts, except where there are newer ones', async () => {
  await saveReading(MANAGER, 1, () => typed);
  await saveReading(MANAGER, 2, () => other);
  net.offline = true;
  const { id } = await queueBills(MANAGER, both, shown);
  const newer = { water: '77', electric: '', gas: '' };
  await saveReading(MANAGER, 2, () => newer);
  expect((await withdrawBills(id)).map(({ unit_id }) => unit_id)).toEqual([1]);
  net.offline = false;
  await phone.send();
  expect(await bills()).toEqual([]);
  expect(await readReadings(MANAGER)).toEqual(
    new Map([
      [1, typed],
      [2, newer],
    ]),
  );
});

test('a queued bill is the last reading on this device at once', async () => {
  const as = await server.token('manager');
  await fetchAndCache(MANAGER, 'listLastReadings', {}, (send) => send(as));
  await queueBills(MANAGER, both, shown);
  await phone.send();
  const kept = await readCached(MANAGER, 'listLastReadings', {});
  expect(kept?.answer).toMatchObject([
    { unit_id: 1, water_usage: 1430.5, electric_usage: 310, gas_usage: 0 },
    { unit_id: 2, water_usage: 900, electric_usage: 200, gas_usage: 3 },
  ]);
});

test('bills wait if one is for someone who moved out, until that one is removed', async () => {
  await server.database.sql`update users set is_current_user = false where id = ${NOOR}`;
  const { id } = await queueBills(MANAGER, both, shown);
  await phone.send();
  expect((await phone.waiting())[0]?.refusal?.failure).toMatchObject({
    code: 'no_tenant',
    detail: { user_ids: [NOOR] },
  });
  await reviseBills(id, both.slice(0, 1), { ...shown, bills: shown.bills.slice(0, 1) });
  await phone.send();
  expect(await bills()).toEqual([{ user_id: ROBIN, amount: 62.83 }]);
  expect(await withDatabase((db) => db.outbox.count())).toBe(0);
});
