import { beforeEach, expect } from 'vitest';
import {
  addMeter,
  ask,
  bill,
  costOf,
  discrepancies,
  history,
  HOMES,
  read,
  resetCommonMeters,
} from '../../support/server/meters/commonMeters.ts';
import { test } from '../../support/server/world.ts';

beforeEach(resetCommonMeters);

let number = 900;
const exchange = (meter: number, last_value: number, more: object = {}) =>
  ask('POST', `/common-meters/${meter}/exchange`, {
    ...{ last_value, exchanged_on: '2026-02-10', serial_number: `X-${(number += 1)}`, digits: 5 },
    ...{ multiplier: 10, first_value: 7, ...more },
  });
const remove = (meter: number, last_value: number, more: object = {}) =>
  ask('POST', `/common-meters/${meter}/removal`, { last_value, removed_on: '2026-02-10', ...more });

test('the usage of a common meter and of the one in its place is billed once, with the next reading', async () => {
  const old = await addMeter('equally');
  expect(await exchange(old.id, 2000, { exchanged_on: '2025-12-31' })).toMatchObject({
    ...{ status: 400, json: { fields: { exchanged_on: expect.any(String) as string } } },
  });
  const { status, json: added } = await exchange(old.id, 2000);
  expect(status).toBe(201);
  expect(added).toMatchObject({
    ...{ replaces: old.id, removed_on: null, unit_ids: HOMES, shared_by: 'equally', digits: 5 },
    readings: [{ value: 7, first: true }],
  });
  const removed = async () => {
    const { json } = await ask('GET', '/common-meters');
    return (json as unknown as (typeof old)[]).find(({ id }) => id === old.id)!;
  };
  expect(await removed()).toMatchObject({
    removed_on: '2026-02-10',
    readings: [{ value: 2000, with_next: true, billed: false }, { value: 1000 }],
  });
  const last = (await removed()).readings[0]!.id;
  expect(await costOf(old.id, last)).toMatchObject({ status: 409, json: { code: 'not_shared' } });

  const reading = await read(added.id, 107, '2026-03-01');
  const { json } = await costOf(added.id, reading);
  // 1,000 gal of the old one, and 100 of the new one, which counts tens.
  expect(json).toMatchObject({
    ...{ usage: 2000, cost: 25, from_on: '2026-01-01', to_on: '2026-03-01' },
    counted: [
      { serial_number: old.serial_number, from: 1000, to: 2000 },
      { serial_number: added.serial_number, from: 7, to: 107 },
    ],
  });
  expect((await bill(added.id, reading, json.shares)).status).toBe(201);
  expect((await history())[0]).toMatchObject({
    amount: 12.5,
    description: `Common water meters ${old.serial_number} and ${added.serial_number}: 2,000 gal of usage, 1 of 2 homes, $12.50`,
  });
  expect((await removed()).readings[0]).toMatchObject({ billed: true });
  expect(await ask('PUT', `/common-meters/${old.id}/readings/${last}`, { value: 1900 })).toMatchObject({
    ...{ status: 409, json: { code: 'reading_billed' } },
  });
  expect(await discrepancies()).toEqual([]);
});

test('a common meter that is exchanged twice before it is read is billed with all that was counted', async () => {
  const old = await addMeter('equally', [1]);
  // Billed before the exchange, and so by itself.
  const earlier = await read(old.id, 1500);
  const { json: second } = await exchange(old.id, 2000);
  const { json: third } = await exchange(second.id, 57, { exchanged_on: '2026-02-20', first_value: 0 });
  const reading = await read(third.id, 20, '2026-03-01');
  const { json } = await costOf(third.id, reading);
  expect(json).toMatchObject({ usage: 500 + 500 + 200, from_on: '2026-02-01' });
  expect((await costOf(old.id, earlier)).json).toMatchObject({ usage: 500 });
  expect((await bill(third.id, reading, json.shares)).status).toBe(201);
  const [entry] = await history();
  await ask('POST', `/transactions/${entry!.id}/reversal`, { reason: 'A wrong last value' });
  // The bill was taken back, so that the last value of the first meter is corrected, and billed again.
  const { json: all } = await ask('GET', '/common-meters');
  const last = (all as unknown as (typeof old)[]).find(({ id }) => id === old.id)!.readings[0]!;
  expect((await ask('PUT', `/common-meters/${old.id}/readings/${last.id}`, { value: 1600 })).status).toBe(
    200,
  );
  const again = await costOf(third.id, reading);
  expect(again.json).toMatchObject({ usage: 100 + 500 + 200 });
  expect((await bill(third.id, reading, again.json.shares)).status).toBe(201);
  expect(await discrepancies()).toEqual([]);
});

test('a common meter is removed with its last value, which is billed, and its number may be used again', async () => {
  const { id, serial_number } = await addMeter('equally');
  expect(await remove(id, 900)).toMatchObject({
    ...{ status: 400, json: { fields: { last_value: expect.stringContaining('which is more') as string } } },
  });
  expect(await remove(id, 1800, { removed_on: '2025-12-31' })).toMatchObject({
    ...{ status: 400, json: { fields: { removed_on: expect.any(String) as string } } },
  });
  expect(await remove(id, 1800)).toMatchObject({ status: 201, json: { removed_on: '2026-02-10' } });
  const gone = { status: 409, json: { code: 'meter_removed' } };
  expect(await remove(id, 1800)).toMatchObject(gone);
  expect(await exchange(id, 1800)).toMatchObject(gone);
  expect(await ask('POST', `/common-meters/${id}/readings`, { value: 1900 })).toMatchObject(gone);

  // What is not billed yet is still shared as is set.
  const { json: changed } = await ask('PUT', `/common-meters/${id}`, { shared_by: 'equally', unit_ids: [1] });
  const last = changed.readings[0]!.id;
  expect(await ask('DELETE', `/common-meters/${id}/readings/${last}`)).toMatchObject({
    ...{ status: 409, json: { code: 'last_reading' } },
  });
  const { json } = await costOf(id, last);
  expect(json).toMatchObject({ usage: 800, cost: 10, shares: [{ unit_id: 1, amount: 10 }] });
  expect((await bill(id, last, json.shares)).status).toBe(201);
  const again = await ask('POST', '/properties/1/common-meters', {
    ...{ kind: 'water', serial_number, measure: 'gal', digits: 6, multiplier: 1, first_value: 0 },
    ...{ shared_by: 'equally', unit_ids: [1] },
  });
  expect(again.status).toBe(201);
  expect(await discrepancies()).toEqual([]);
});

test('a number that another common meter has is refused at an exchange, and nothing is changed', async () => {
  const [one, other] = [await addMeter('equally'), await addMeter('equally')];
  expect(await exchange(one.id, 2000, { serial_number: other.serial_number })).toMatchObject({
    ...{ status: 409, json: { fields: { serial_number: expect.any(String) as string } } },
  });
  const { json } = await ask('GET', '/common-meters');
  expect((json as unknown as (typeof one)[]).find(({ id }) => id === one.id)).toMatchObject({
    removed_on: null,
    readings: [{ value: 1000 }],
  });
});
