import { expect } from 'vitest';
import { CONTRACT_VERSION } from '../../contract/http/route.ts';
import { database, withDatabase } from '../../src/offline/engine/database.ts';
import { readDraft } from '../../src/offline/engine/drafts.ts';
import { readCached } from '../../src/offline/engine/reads/cachedReads.ts';
import { revise } from '../../src/offline/engine/outbox/revise.ts';
import { readReadings } from '../../src/offline/subjects/bills.ts';
import { currentRecord } from '../../src/offline/subjects/maintenance/useSentRequest.ts';
import { aPhoto, MANAGER, ROBIN } from '../support/offline/device.ts';
import { asOf, fromVersion1 } from '../support/offline/earlierDatabase.ts';
import { phone, test } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';

/** Puts rows on the device as version 0.1 wrote them, past the types of today. */
async function stored(table: string, ...rows: object[]): Promise<void> {
  await withDatabase((db) => db.table(table).bulkPut(rows));
}

const row = (id: string, route: string, input: object, more: object = {}) => ({
  ...{ id, userId: ROBIN, route, input, photos: [], capturedAt: '2026-11-20T08:00:00.000Z' },
  ...{ contractVersion: CONTRACT_VERSION, record: `new:${id}`, mayHaveArrived: false, attempts: 0 },
  ...{ notBefore: 0, ...more },
});
const FIRST = '0b7a7a3e-3a5f-4a55-9d53-5f1f3c0f5a01';
const SECOND = '0b7a7a3e-3a5f-4a55-9d53-5f1f3c0f5a02';
const THIRD = '0b7a7a3e-3a5f-4a55-9d53-5f1f3c0f5a03';

test('an outbox of the version before is sent completely: report, edit and suggestion', async () => {
  const [kept, added] = [await aPhoto('teal'), await aPhoto('navy')];
  const shown = { unit: 'Unit 101, Maple Court', unit_id: 1 };
  await stored(
    'outbox',
    row(
      FIRST,
      'createMaintenance',
      { body: { information: 'The tap drips.' } },
      { photos: [kept], shown, mayHaveArrived: true, attempts: 2, reason: 'There is no connection.' },
    ),
    row(
      SECOND,
      'updateMaintenance',
      {
        params: undefined,
        body: { information: 'The tap pours.', keep_sha256: [kept.sha256, added.sha256] },
      },
      { photos: [added], shown, record: `new:${FIRST}`, follows: FIRST },
    ),
    row(THIRD, 'submitAnnouncement', {
      body: { announcement: 'Bike for sale', announcement_type: 'General' },
    }),
  );
  expect(await phone.send()).toEqual({ sent: 3, left: 'nothing' });
  const [request, ...others] = await phone.onServer();
  expect(others).toEqual([]);
  expect(request?.information).toBe('The tap pours.');
  expect(request?.photos.map(({ sha256 }) => sha256)).toEqual([kept.sha256, added.sha256]);
});

test('a cancelling queued by the version before cancels its report', async () => {
  await stored(
    'outbox',
    row(
      FIRST,
      'createMaintenance',
      { body: { information: 'The tap drips.' } },
      { mayHaveArrived: true, attempts: 1 },
    ),
    row(SECOND, 'cancelMaintenance', { params: {} }, { record: `new:${FIRST}`, follows: FIRST }),
  );
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(await phone.onServer()).toEqual([]);
});

test('bills of the version before are posted once', async () => {
  phone.person = MANAGER;
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (0.0125, 0.145, 1.09, '2026-01-01')`;
  const typed = { water: '100', electric: '', gas: '' };
  const costs = { water_cost: 1.25, electric_cost: 0, gas_cost: 0 };
  const usage = { water_usage: 100, electric_usage: 0, gas_usage: 0 };
  await stored(
    'outbox',
    row(
      FIRST,
      'createUtilityBills',
      { body: [{ user_id: ROBIN, due_date: '2026-11-30', ...usage, ...costs }] },
      {
        userId: MANAGER,
        shown: {
          rates: { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 },
          bills: [{ user_id: ROBIN, unit_id: 1, unit: 'Unit 101', person: 'Robin Hale', typed }],
        },
      },
    ),
  );
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await server.database.sql`select user_id, water_usage from utility_bills`).toEqual([
    { user_id: ROBIN, water_usage: 100 },
  ]);
});

test('drafts, readings and cached reads of the version before can be read', async () => {
  await fromVersion1({ key: 'listMaintenance&completed=false', answer: [], asOf });
  const typed = { water: '100', electric: '', gas: '' };
  const { sha256, bytes, type } = await aPhoto();
  await stored(
    'drafts',
    { userId: ROBIN, name: 'new-request', value: { information: 'The tap dr' }, savedAt: asOf },
    { userId: MANAGER, name: 'reading:7', value: typed, savedAt: asOf },
  );
  await stored('draftPhotos', {
    ...{ id: FIRST, userId: ROBIN, name: 'new-request', position: 0, filename: 'tap.jpg' },
    ...{ type, bytes, sha256 },
  });
  expect(await readDraft(ROBIN, 'new-request')).toEqual({
    value: { information: 'The tap dr' },
    photos: [{ id: FIRST, name: 'tap.jpg', type, bytes, sha256 }],
  });
  expect(await readReadings(MANAGER)).toEqual(new Map([[7, typed]]));
  const cached = await readCached(ROBIN, 'listMaintenance', { query: { completed: 'false' } });
  expect(cached).toMatchObject({ answer: [], asOf });
});

test('a report that the version before sent can be edited', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  const [request] = await phone.onServer();
  await database.sent.clear();
  // Without the record that it was of while it was unsent.
  await stored('sent', {
    id: FIRST,
    userId: ROBIN,
    route: 'createMaintenance',
    answer: request,
    at: new Date(),
  });
  expect(await currentRecord(FIRST)).toBe(`maintenance:${request?.id}`);
  await revise(FIRST, { body: { information: 'The tap pours.' }, photos: [] });
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.onServer()).toMatchObject([{ id: request?.id, information: 'The tap pours.' }]);
});
