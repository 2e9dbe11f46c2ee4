import { beforeEach, expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { MeterReading } from '../../../contract/utilities/installedMeter.ts';
import type { BillPhotos } from '../../../contract/utilities/readingPhotos.ts';
import type { AskedReading, SentReading } from '../../../contract/utilities/sentReadings.ts';
import { addMeter, call, meteredEntry } from '../../support/server/meters/meters.ts';
import { resetMoves } from '../../support/server/meters/moves.ts';
import { senderTo, sha256 } from '../../support/server/photos/uploads.ts';
import { post, ROBIN } from '../../support/server/resources/utilities.ts';
import { photo, UNLIMITED } from '../../support/server/server.ts';
import { manager, neighbour, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith({ ...UNLIMITED, TIME_ZONE: 'America/New_York' });
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from sent_readings`;
  await sql`delete from reading_requests`;
  await resetMoves();
  await sql`update users set unit_since = '2026-01-01' where id = ${ROBIN}`;
});

const asked = async () =>
  (await server.call('GET', '/meter-readings/asked', { as: resident })).json<AskedReading[]>();
const waiting = async () =>
  (await server.call('GET', '/meter-readings/sent', { as: manager })).json<SentReading[]>();
const readingsOf = async (meter: number) =>
  (await server.call('GET', `/meters/${meter}/readings`, { as: manager })).json<MeterReading[]>();
const upload = (id: number, bytes: Buffer, as = resident) =>
  senderTo(`/records/sent_reading/${id}`, bytes, as);

/** Sends what a meter shows as the resident who was asked. Returns its id. */
async function send(meter: number, value: number, ...photos: Buffer[]): Promise<number> {
  const body = { value, read_on: '2026-11-20', following_photos: photos.map(sha256) };
  const answer = await call('POST', `/meters/${meter}/sent-readings`, body, resident);
  expect(answer.status).toBe(201);
  return (await waiting())[0]!.id;
}

async function askedMeter(): Promise<number> {
  const { id } = await addMeter(1);
  await call('POST', '/meter-readings/requests', { unit_ids: [1] });
  return id;
}

test('a resident’s reading has the photos that follow it: where it is approved, at its meter and in the bill', async () => {
  const meter = await askedMeter();
  const [red, blue] = [await photo('red'), await photo('blue')];
  const id = await send(meter, 1080, red, blue);
  expect((await waiting())[0]).toMatchObject({ photos: [], awaited_photos: 2 });
  expect((await upload(id, red).send()).statusCode).toBe(200);
  expect((await waiting())[0]).toMatchObject({ photos: [{ sha256: sha256(red) }], awaited_photos: 1 });
  expect((await asked())[0]?.sent).toMatchObject({
    id,
    photos: [{ sha256: sha256(red) }],
    awaited_photos: 1,
  });

  expect((await call('PUT', `/meter-readings/sent/${id}`, { approved: true })).status).toBe(200);
  expect((await readingsOf(meter))[0]).toMatchObject({
    photos: [{ sha256: sha256(red) }],
    awaited_photos: 1,
  });
  // What was still on the way arrives at the reading that it became.
  expect((await upload(id, blue).send()).statusCode).toBe(200);
  const both = [{ sha256: sha256(red) }, { sha256: sha256(blue) }];
  expect((await readingsOf(meter))[0]).toMatchObject({ photos: both, awaited_photos: 0 });

  const answer = await post([await meteredEntry(ROBIN, 1, [{ meter_id: meter, value: 1100 }])]);
  expect(answer.statusCode, answer.body).toBe(201);
  const [bill] = (await server.call('GET', '/transactions/my-history', { as: resident })).json<
    Transaction[]
  >();
  expect(bill?.utility?.readings).toMatchObject([
    { to_value: 1080, photos: 2 },
    { to_value: 1100, photos: 0 },
  ]);
  const path = `/transactions/${bill!.id}/reading-photos`;
  const inBill = (await server.call('GET', path, { as: resident })).json<BillPhotos[]>();
  expect(inBill).toMatchObject([{ photos: both }, { photos: [] }]);
  expect(
    (await server.app.inject({ method: 'GET', url: inBill[0]!.photos![0]!.thumbnail_url })).statusCode,
  ).toBe(200);
  expect((await server.call('GET', path, { as: neighbour })).statusCode).toBe(404);
});

test('a reading that is sent again has the photos that were taken then, and the others are deleted', async () => {
  const meter = await askedMeter();
  const [red, blue] = [await photo('red'), await photo('blue')];
  const id = await send(meter, 1080, red);
  await upload(id, red).send();
  const [before] = (await waiting())[0]!.photos!;
  expect(await send(meter, 1081, blue)).toBe(id);
  expect((await waiting())[0]).toMatchObject({ value: 1081, photos: [], awaited_photos: 1 });
  expect((await server.app.inject({ method: 'GET', url: before!.photo_url })).statusCode).toBe(404);
  expect((await upload(id, red).begin()).json()).toMatchObject({ code: 'not_named' });
  await upload(id, blue).send();
  expect((await waiting())[0]).toMatchObject({ photos: [{ sha256: sha256(blue) }] });
});

test('nobody but who sent a reading adds its photos, and it has at most 3', async () => {
  const meter = await askedMeter();
  const red = await photo('red');
  const id = await send(meter, 1080, red);
  for (const [as, status] of [
    [manager, 403],
    [neighbour, 404],
  ] as const) {
    const calls = upload(id, red, as);
    for (const each of [calls.begin, () => calls.append(0), calls.attach])
      expect((await each()).statusCode).toBe(status);
  }
  const following_photos = Array.from({ length: 4 }, (_, index) => String(index).repeat(64));
  const body = { value: 1081, read_on: '2026-11-20', following_photos };
  expect(await call('POST', `/meters/${meter}/sent-readings`, body, resident)).toMatchObject({
    json: { error: 'A reading can have at most 3 photos.' },
  });
});

test('the photos of what a resident sent are deleted with it', async () => {
  const meter = await askedMeter();
  const red = await photo('red');
  const id = await send(meter, 1080, red);
  await upload(id, red).send();
  await server.database.sql`delete from sent_readings`;
  expect(
    await server.database
      .sql`select 1 from named_photos where record_kind = 'sent_reading' and record_id = ${String(id)}`,
  ).toEqual([]);
});
