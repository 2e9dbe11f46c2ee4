import { beforeEach, expect } from 'vitest';
import type { AskedReading, SentReading } from '../../../contract/utilities/sentReadings.ts';
import type { Today } from '../../../contract/today/today.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { addMeter, call, metersOf } from '../../support/server/meters/meters.ts';
import { resetMoves } from '../../support/server/meters/moves.ts';
import { ROBIN } from '../../support/server/resources/utilities.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { manager, neighbour, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith({ ...UNLIMITED, TIME_ZONE: 'America/New_York' });
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from sent_readings`;
  await sql`delete from reading_requests`;
  await sql`delete from notification_events`;
  await resetMoves();
  await sql`update users set unit_since = '2026-01-01' where id = ${ROBIN}`;
});

const ask = (unit_ids: number[] = [1]) => call('POST', '/meter-readings/requests', { unit_ids });
const asked = async (as = resident) =>
  (await server.call('GET', '/meter-readings/asked', { as })).json<AskedReading[]>();
const sent = async () =>
  (await server.call('GET', '/meter-readings/sent', { as: manager })).json<SentReading[]>();
const send = (id: number, value: number, as = resident) =>
  call('POST', `/meters/${id}/sent-readings`, { value, read_on: '2026-11-20' }, as);
const answer = (id: number, body: object) => call('PUT', `/meter-readings/sent/${id}`, body);
const told = () => server.database.sql<{ kind: string; user_id: number }>`
  select event.kind, told.user_id from notification_events as event join notifications as told on told.event_id = event.id
  where event.kind like 'reading%' order by event.id, told.user_id`;

test('a resident who is asked sends what the meter shows, a manager approves it, and nothing is billed', async () => {
  const { id } = await addMeter(1, { place: 'Hall' });
  expect(await asked()).toEqual([]);
  expect(await ask([1, 2])).toMatchObject({
    status: 201,
    json: { message: '1 home was asked for a reading.' },
  });
  expect(await asked()).toMatchObject([
    { meter_id: id, place: 'Hall', last_value: 1000, last_on: '2026-01-01', sent: null },
  ]);
  expect((await send(id, 1080)).status).toBe(201);
  expect(await asked()).toMatchObject([{ sent: { value: 1080, state: 'waiting' } }]);
  const today = (await server.call('GET', '/today', { as: manager })).json<Today>();
  expect(today.groups.find(({ kind }) => kind === 'sent_reading')?.rows).toMatchObject([
    { text: 'W-1: 1080.00', home: { unit_number: '101' } },
  ]);
  const [waiting] = await sent();
  expect(waiting).toMatchObject({ meter_id: id, value: 1080, unit_number: '101', last_value: 1000 });
  expect(await answer(waiting!.id, { approved: true })).toMatchObject({ status: 200 });
  expect(await sent()).toEqual([]);
  expect(await metersOf(1)).toMatchObject([
    { last: { value: 1080, read_on: '2026-11-20' }, unbilled: [{ to: { value: 1080 } }] },
  ]);
  expect(await asked()).toEqual([]);
  expect(await server.database.sql`select id from utility_bills`).toEqual([]);
  expect((await told()).map(({ kind, user_id }) => [kind, user_id])).toEqual([
    ['reading_asked', ROBIN],
    ['reading_sent', 1],
  ]);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('a reading that is declined is asked for again with the reason, and sent again it replaces the one before', async () => {
  const { id } = await addMeter(1);
  await ask();
  await send(id, 1080);
  await send(id, 1081);
  const [waiting, ...others] = await sent();
  expect(others).toEqual([]);
  expect(waiting?.value).toBe(1081);
  await answer(waiting!.id, { approved: false, reason: 'The photo shows another meter.' });
  expect(await asked()).toMatchObject([
    { sent: { value: 1081, state: 'declined', reason: 'The photo shows another meter.' } },
  ]);
  expect(await answer(waiting!.id, { approved: true })).toMatchObject({
    status: 409,
    json: { code: 'already_answered' },
  });
  await send(id, 1090);
  expect(await sent()).toMatchObject([{ value: 1090 }]);
  expect((await metersOf(1))[0]?.last.value).toBe(1000);
});

test('nobody sends a reading of another home, nor one that is not asked for, nor one of before they lived there', async () => {
  const { id } = await addMeter(1);
  expect(await send(id, 1080)).toMatchObject({ status: 409, json: { code: 'not_asked' } });
  await ask();
  expect((await send(id, 1080, neighbour)).status).toBe(404);
  expect(await asked(neighbour)).toEqual([]);
  expect((await send(id, 100_000)).json.fields).toEqual({ value: 'This meter has 5 digits.' });
  await server.database.sql`update users set unit_since = now() + interval '1 second' where id = ${ROBIN}`;
  expect(await asked()).toEqual([]);
  expect((await send(id, 1080)).json.code).toBe('not_asked');
  expect(await ask([2])).toMatchObject({ status: 409, json: { code: 'no_meters' } });
});

test('a reading below the last one is approved only as rolled over, and none waits once the meter was read', async () => {
  const { id } = await addMeter(1, { first_value: 99_900 });
  await ask();
  await send(id, 50);
  const [waiting] = await sent();
  expect((await answer(waiting!.id, { approved: true })).json.fields).toHaveProperty('approved');
  expect(await sent()).toHaveLength(1);
  expect((await answer(waiting!.id, { approved: true, rolled_over: true })).status).toBe(200);
  await ask();
  await send(id, 70);
  await call('POST', `/meters/${id}/readings`, { value: 75 });
  expect(await sent()).toEqual([]);
  expect(await asked()).toEqual([]);
});
