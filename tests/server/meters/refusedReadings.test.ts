import { beforeEach, expect } from 'vitest';
import { addMeter, call, listMeters, meteredEntry, resetMeters } from '../../support/server/meters/meters.ts';
import { NOOR, refused, ROBIN } from '../../support/server/resources/utilities.ts';
import { testWith } from '../../support/server/world.ts';

const test = testWith({ TIME_ZONE: 'America/New_York' });
beforeEach(resetMeters);

test('a reading of another home’s meter, of a removed one and of a day to come is refused in words', async () => {
  const { id } = await addMeter(1);
  const mine = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }]);
  const { readings } = mine;
  expect((await refused([{ ...mine, user_id: NOOR }])).message).toBe(
    'A reading is of a meter that Unit 102 (Maple Court) does not have.',
  );
  const dated = (read_on: string) => [{ ...mine, readings: [{ ...readings![0]!, read_on }] }];
  expect((await refused(dated('2099-01-01'))).message).toContain('This day has not come yet.');
  expect((await refused(dated('2025-12-31'))).message).toContain('was read on Jan 1, 2026 already.');
  expect((await call('POST', `/meters/${id}/removal`, { last_value: 1000 })).status).toBe(201);
  expect(await refused([mine])).toMatchObject({ status: 409, code: 'meter_removed' });
  expect(await listMeters()).toMatchObject([{ unbilled: [{ from: { value: 1000 }, to: { value: 1000 } }] }]);
});

test('a number that a meter of the same kind has is refused at its field, until that one is removed', async () => {
  const { id } = await addMeter(1);
  const again = await call('POST', '/units/2/meters', { ...SAME, serial_number: 'w-1' });
  expect(again).toMatchObject({
    status: 409,
    json: { fields: { serial_number: 'There is already a meter for water with the number w-1.' } },
  });
  expect((await call('POST', '/units/2/meters', { ...SAME, kind: 'gas', measure: 'therms' })).status).toBe(
    201,
  );
  await call('POST', `/meters/${id}/removal`, { last_value: 1000 });
  expect((await call('POST', '/units/2/meters', SAME)).status).toBe(201);
});

test('a meter that is skipped twice on a day has the later reason', async () => {
  const { id } = await addMeter(1);
  await call('POST', `/meters/${id}/skips`, { reason: 'A dog', read_on: '2026-11-20' });
  await call('POST', `/meters/${id}/skips`, { reason: 'Locked', read_on: '2026-11-20' });
  expect(await listMeters()).toMatchObject([{ skipped: { reason: 'Locked', read_on: '2026-11-20' } }]);
  expect((await call('GET', `/meters/${id}/readings`)).json).toMatchObject([
    { kind: 'skipped', reason: 'Locked', last_name: expect.any(String) as string },
    { kind: 'installed', value: 1000 },
  ]);
});

const SAME = {
  ...{ kind: 'water', serial_number: 'W-1', measure: 'gal', digits: 5, multiplier: 1, first_value: 0 },
};
